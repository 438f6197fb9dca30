import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Operation } from '#shared/contract/bulk.ts';
import type {
	Intake,
	IntakeChanges,
	IntakeField,
	IntakeRow,
	IntakeSummary,
} from '#shared/contract/intake.ts';
import { type Attempt, newAttempt, sendOnce } from './attempt.ts';
import { fetchData, request } from './client.ts';
import { refreshContent } from './query-keys.ts';
import { retryTimes } from './retry.ts';

/** Polling interval while files of a batch are being read. */
const POLL_MS = 2_000;

const pathOf = (id: string) => `/intakes/${encodeURIComponent(id)}`;

/** The batches that are open or were saved lately, newest first, without their rows. */
export const intakesQuery = queryOptions({
	queryKey: ['intakes', 'list'],
	queryFn: fetchData<IntakeSummary[]>('/intakes'),
	staleTime: 0,
});

/** Fetches a batch with its rows; polls while files are being read or saved. */
export const intakeQuery = (id: string) =>
	queryOptions({
		queryKey: ['intakes', 'one', id],
		queryFn: fetchData<Intake>(pathOf(id)),
		retry: retryTimes(2),
		refetchInterval: ({ state: { data } }) =>
			data && (data.reading > 0 || data.state === 'saving') ? POLL_MS : false,
	});

/** Begins a batch; `courseId` is what its rows start with. */
export const beginIntake = (courseId: string | undefined, attempt: Attempt) =>
	sendOnce<Intake>(
		'/intakes',
		courseId === undefined ? {} : { course_id: courseId },
		attempt,
		'This batch was already created',
	);

/** Forgets a batch that is not saved; its files go with it. */
export const forgetIntake = async (client: QueryClient, id: string) => {
	await request<null>(pathOf(id), { method: 'DELETE' });
	client.removeQueries({ queryKey: intakeQuery(id).queryKey });
	await client.invalidateQueries({ queryKey: intakesQuery.queryKey });
};

/** Puts what the server says of a batch in place of what was known; what is under way would bring it back. */
const keep = async (client: QueryClient, intake: Intake) => {
	const { queryKey } = intakeQuery(intake.id);
	await client.cancelQueries({ queryKey });
	client.setQueryData(queryKey, intake);
};

/** Adds uploaded files to a batch, a row each in their order, and answers these. The same attempt adds them once. */
export const addRows = async (
	client: QueryClient,
	id: string,
	files: readonly { path: string; url: string }[],
	attempt: Attempt,
) => {
	const rows = await sendOnce<IntakeRow[]>(
		`${pathOf(id)}/rows`,
		{ files },
		attempt,
		'These files were already added',
	);
	const { queryKey } = intakeQuery(id);
	client.setQueryData(queryKey, (intake) => {
		const known = new Set(intake?.rows.map((row) => row.id));
		const fresh = rows.filter((row) => !known.has(row.id));
		return intake && { ...intake, rows: [...intake.rows, ...fresh] };
	});
	// Rows of before may say now that they are the same file as one of these.
	void client.invalidateQueries({ queryKey });
	return rows;
};

/** Corrects rows of a batch, and keeps what came of it: rows learn from each other. */
export const changeRows = async (
	client: QueryClient,
	id: string,
	changes: IntakeChanges['changes'],
) => {
	const { data } = await request<Intake>(`${pathOf(id)}/rows`, {
		method: 'PUT',
		body: { changes },
	});
	await keep(client, data);
};

/** Takes rows out of a batch, at most as many as one call takes. */
export const removeRows = async (client: QueryClient, id: string, ids: readonly string[]) => {
	const path = `${pathOf(id)}/rows/remove`;
	await keep(client, await sendOnce<Intake>(path, { ids }, newAttempt(), 'Already removed'));
};

/** Returns the values that a person set in a row. */
const setByPerson = ({ values, from }: IntakeRow) =>
	Object.fromEntries(
		Object.entries(values).filter(([field]) => from[field as IntakeField] === 'person'),
	);

/** Brings rows back that were removed, at most as many as one call takes: their files, and what was set in them. */
export const bringRowsBack = async (
	client: QueryClient,
	id: string,
	rows: readonly IntakeRow[],
	attempt: Attempt,
) => {
	const files = rows.map(({ path, file: { url } }) => ({ path, url }));
	const added = await addRows(client, id, files, attempt);
	const changes = rows.flatMap((row, at) => {
		const values = setByPerson(row);
		const isAsRead = Object.keys(values).length === 0 && !row.skipped;
		return isAsRead ? [] : [{ ids: [added[at]?.id ?? ''], values, skipped: row.skipped }];
	});
	if (changes.length > 0) await changeRows(client, id, changes);
};

/** Saves the rows of a batch that are ready, as one operation; answers as `POST /bulk` does. */
export const saveIntake = async (client: QueryClient, id: string, attempt: Attempt) => {
	const started = await sendOnce<Operation>(
		`${pathOf(id)}/save`,
		undefined,
		attempt,
		'These rows were already saved',
	);
	void client.invalidateQueries({ queryKey: ['intakes'] });
	return started;
};

/** After a batch was saved or its save was undone. */
export const refreshIntakes = (client: QueryClient) => {
	void refreshContent(client);
	return client.invalidateQueries({ queryKey: ['intakes'] });
};
