import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
	Intake,
	IntakeChanges,
	IntakeField,
	IntakeRow,
} from '#shared/contract/papers/intake.ts';
import { type Attempt, createAttempt } from '../../platform/api/attempt.ts';
import { call, fetchCall, queryCall, sendCall } from '../../platform/api/calls.ts';
import { refreshContent } from '../../platform/api/query-keys.ts';
import { retryTimes } from '../../platform/api/retry.ts';

/** Polling interval while files of a batch are being read. */
const POLL_MS = 2_000;

/** Fetches the batches that are open or were saved recently, newest first, without their rows. */
export const intakesQuery = queryOptions({
	queryKey: ['intakes', 'list'],
	queryFn: queryCall('GET /intakes'),
	staleTime: 0,
});

/** Fetches a batch with its rows; polls while files are being read or saved. */
export const buildIntakeQuery = (id: string) =>
	queryOptions({
		queryKey: ['intakes', 'one', id],
		queryFn: ({ signal }) =>
			fetchCall('GET /intakes/:intakeId', { params: { intakeId: id }, signal }),
		retry: retryTimes(2),
		refetchInterval: ({ state: { data } }) =>
			data && (data.reading > 0 || data.state === 'saving') ? POLL_MS : false,
	});

/** Creates a batch; `courseId` is the initial course of its rows. */
export const createIntake = (courseId: string | undefined, attempt: Attempt) =>
	sendCall(
		'POST /intakes',
		{ body: courseId === undefined ? {} : { course_id: courseId } },
		attempt,
		'This batch was already created',
	);

/** Deletes an unsaved batch with its files. */
export const deleteIntake = async (client: QueryClient, id: string) => {
	await call('DELETE /intakes/:intakeId', { params: { intakeId: id } });
	client.removeQueries({ queryKey: buildIntakeQuery(id).queryKey });
	await client.invalidateQueries({ queryKey: intakesQuery.queryKey });
};

/** Caches a batch, and cancels running fetches, which would overwrite it with old data. */
const cacheIntake = async (client: QueryClient, intake: Intake) => {
	const { queryKey } = buildIntakeQuery(intake.id);
	await client.cancelQueries({ queryKey });
	client.setQueryData(queryKey, intake);
};

/**
 * Adds uploaded files to a batch, one row each, and returns the new rows in the same order. The same attempt adds them
 * once.
 */
export const addRows = async (
	client: QueryClient,
	id: string,
	files: readonly { path: string; url: string }[],
	attempt: Attempt,
) => {
	const rows = await sendCall(
		'POST /intakes/:intakeId/rows',
		{ params: { intakeId: id }, body: { files } },
		attempt,
		'These files were already added',
	);
	const { queryKey } = buildIntakeQuery(id);
	client.setQueryData(queryKey, (intake) => {
		const knownIds = new Set(intake?.rows.map((row) => row.id));
		const newRows = rows.filter((row) => !knownIds.has(row.id));
		return intake && { ...intake, rows: [...intake.rows, ...newRows] };
	});
	// Older rows may now be reported as duplicates of the new ones.
	void client.invalidateQueries({ queryKey });
	return rows;
};

/** Changes rows of a batch and caches the result, because a change can affect other rows. */
export const updateRows = async (
	client: QueryClient,
	id: string,
	changes: IntakeChanges['changes'],
) => {
	const sent = { params: { intakeId: id }, body: { changes } };
	await cacheIntake(client, await fetchCall('PUT /intakes/:intakeId/rows', sent));
};

/** Removes rows from a batch, up to the limit of one call. */
export const removeRows = async (client: QueryClient, id: string, ids: readonly string[]) => {
	const path = 'POST /intakes/:intakeId/rows/remove';
	const sent = { params: { intakeId: id }, body: { ids } };
	await cacheIntake(client, await sendCall(path, sent, createAttempt(), 'Already removed'));
};

/** Returns the values that a person set in a row. */
const setByPerson = ({ values, from }: IntakeRow) =>
	Object.fromEntries(
		Object.entries(values).filter(([field]) => from[field as IntakeField] === 'person'),
	);

/** Restores removed rows, up to the limit of one call: their files and the values that a person set. */
export const restoreRows = async (
	client: QueryClient,
	id: string,
	rows: readonly IntakeRow[],
	attempt: Attempt,
) => {
	const files = rows.map(({ path, file: { url } }) => ({ path, url }));
	const added = await addRows(client, id, files, attempt);
	const changes = rows.flatMap((row, index) => {
		const values = setByPerson(row);
		const isAsRead = Object.keys(values).length === 0 && !row.skipped;
		return isAsRead ? [] : [{ ids: [added[index]?.id ?? ''], values, skipped: row.skipped }];
	});
	if (changes.length > 0) await updateRows(client, id, changes);
};

/** Saves the ready rows of a batch as one operation; returns the operation, as `POST /bulk` does. */
export const saveIntake = async (client: QueryClient, id: string, attempt: Attempt) => {
	const started = await sendCall(
		'POST /intakes/:intakeId/save',
		{ params: { intakeId: id } },
		attempt,
		'These rows were already saved',
	);
	void client.invalidateQueries({ queryKey: ['intakes'] });
	return started;
};

/** Refetches content and batches after a save or its undo. */
export const refreshIntakes = (client: QueryClient) => {
	void refreshContent(client);
	return client.invalidateQueries({ queryKey: ['intakes'] });
};
