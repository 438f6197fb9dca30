import {
	keepPreviousData,
	type QueryClient,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { Reconciliation } from '#shared/contract/periods.ts';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import type { LineState } from '#shared/contract/reconciliation-query.ts';
import {
	STATEMENT_MAX_BYTES,
	type Statement,
	type StatementProgress,
	type TakenStatement,
} from '#shared/contract/statements.ts';
import { monthOf, monthText } from '#shared/east-africa-time.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, sendOnce } from '../../api/attempt.ts';
import { fetchData, request } from '../../api/client.ts';
import type { PageOf } from '../../api/query-keys.ts';
import { sendBody } from '../../api/upload/send-body.ts';
import { notifyFailure } from '../../ui/notifications/notifications.tsx';

/** Begins the keys of all that the desk asks. */
export const KEY = 'reconciliation';
/** How many lines a page holds. */
export const LINES_LIMIT = 25;

/** The months that can be chosen: this one and the twelve before it, latest first. */
export const lastMonths = () =>
	Array.from({ length: 13 }, (_, ago) => monthText(monthOf(Date.now()) - ago));

/** Of the month to close next, which is another one once it is closed: nothing is kept past the visit. */
const ofVisit = (month: string | undefined) => (month === undefined ? { gcTime: 0 } : {});

/** What a month comes to; where the address names none, the one that was `opened`, or at first that to close next. */
export const monthQuery = (month: string | undefined, opened: string | undefined) =>
	queryOptions({
		queryKey: [KEY, 'month', month],
		queryFn: fetchData<Reconciliation>('/reconciliation', { month: month ?? opened }),
		...ofVisit(month),
	});

export interface LinesFilters {
	month: string | undefined;
	opened: string | undefined;
	state: LineState | 'open' | undefined;
	search: string | undefined;
	page: number;
}

/** One page of the lines of a month, newest first. */
export const linesQuery = ({ month, opened, state, search, page }: LinesFilters) =>
	queryOptions({
		queryKey: [KEY, 'lines', month, state, search, page],
		queryFn: fetchData<PageOf<ReconciliationLine>>('/reconciliation/lines', {
			month: month ?? opened,
			state,
			search,
			page: String(page),
			limit: String(LINES_LIMIT),
		}),
		placeholderData: keepPreviousData,
		...ofVisit(month),
	});

/** What was taken in or decided shows everywhere: lines, payments, figures. */
const showDecision = (client: QueryClient) => {
	for (const key of [KEY, 'transactions', 'statistics'])
		void client.invalidateQueries({ queryKey: [key] });
};

/** A statement on its way: by which key the server knows it, and who hears how much of it has left. */
export interface Sending {
	file: File;
	key: string;
	signal: AbortSignal;
	onSent: (bytes: number) => void;
}

const sendStatement = async ({ file, key, signal, onSent }: Sending, dryRun: boolean) => {
	if (file.size > STATEMENT_MAX_BYTES)
		throw new ApiError({ kind: 'refused', status: 413, message: 'This file is too large.' });
	const body = new FormData();
	body.append('file', file);
	return sendBody<Statement>({
		method: 'POST',
		body,
		signal,
		onSent,
		path: dryRun ? '/statements?dry_run=true' : '/statements',
		headers: { 'idempotency-key': key },
	});
};

/** Looks at a statement; nothing is kept. */
export const useLookAt = () =>
	useMutation({ mutationFn: (sending: Sending) => sendStatement(sending, true) });

/** Takes a statement in. */
export const useTakeIn = () => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (sending: Sending) => sendStatement(sending, false),
		onSuccess: () => showDecision(client),
	});
};

/** How far the server has come with a statement that has arrived; asked again while it is read. */
export const progressQuery = (key: string) =>
	queryOptions({
		queryKey: [KEY, 'progress', key],
		queryFn: fetchData<StatementProgress | null>(`/statements/progress/${key}`),
		refetchInterval: 1_000,
		retry: false,
		gcTime: 0,
	});

/** How many statements a page holds. */
export const STATEMENTS_LIMIT = 25;

/** The statements that were taken in, those of the latest time first. */
export const statementsQuery = (page: number) =>
	queryOptions({
		queryKey: [KEY, 'statements', page],
		queryFn: fetchData<PageOf<TakenStatement>>('/statements', {
			page: String(page),
			limit: String(STATEMENTS_LIMIT),
		}),
		placeholderData: keepPreviousData,
	});

const DECIDED = 'This line already has another decision. Check the line first.';

/** What can be decided about a line, by the last part of its address. */
export type Decision = 'book' | 'attach' | 'settle';

/** Sends a decision about a line. */
export const decide = (decision: Decision, id: string, body: object, attempt: Attempt) =>
	sendOnce<null>(
		`/reconciliation/lines/${encodeURIComponent(id)}/${decision}`,
		body,
		attempt,
		DECIDED,
	);

/** Has what was decided shown everywhere. */
export const useShowDecision = () => {
	const client = useQueryClient();
	return () => showDecision(client);
};

/** Takes back what was decided about a line. */
export const useTakeBack = () => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (id: string) =>
			request<null>(`/reconciliation/lines/${encodeURIComponent(id)}/decision`, {
				method: 'DELETE',
			}),
		onSuccess: () => showDecision(client),
		onError: (error) => notifyFailure(error, 'Could not undo this'),
	});
};
