import {
	keepPreviousData,
	type QueryClient,
	queryOptions,
	useMutation,
	useQueryClient,
} from '@tanstack/react-query';
import type { Reconciliation } from '#shared/contract/periods.ts';
import type { LineState, ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { STATEMENT_MAX_BYTES, type Statement } from '#shared/contract/statements.ts';
import { monthOf, monthText } from '#shared/east-africa-time.ts';
import { ApiError } from '../../api/api-error.ts';
import { type Attempt, newKey, sendOnce } from '../../api/attempt.ts';
import { withAuthChallenge } from '../../api/auth-challenge.ts';
import { addressOf, failureOf, fetchData, request } from '../../api/client.ts';
import type { PageOf } from '../../api/query-keys.ts';

const KEY = 'reconciliation';
/** How many lines a page holds. */
export const LINES_LIMIT = 25;

/** The month in which we are, `yyyy-MM`. */
export const thisMonth = () => monthText(monthOf(Date.now()));

/** The months that can be chosen: this one and the twelve before it, latest first. */
export const lastMonths = () =>
	Array.from({ length: 13 }, (_, ago) => monthText(monthOf(Date.now()) - ago));

/** What a month comes to. */
export const monthQuery = (month: string) =>
	queryOptions({
		queryKey: [KEY, 'month', month],
		queryFn: fetchData<Reconciliation>('/reconciliation', { month }),
	});

export interface LinesFilters {
	month: string;
	state: LineState | 'open' | undefined;
	search: string | undefined;
	page: number;
}

/** One page of the lines of a month, newest first. */
export const linesQuery = ({ month, state, search, page }: LinesFilters) =>
	queryOptions({
		queryKey: [KEY, 'lines', month, state, search, page],
		queryFn: fetchData<PageOf<ReconciliationLine>>('/reconciliation/lines', {
			...{ month, state, search, page: String(page), limit: String(LINES_LIMIT) },
		}),
		placeholderData: keepPreviousData,
	});

/** What was taken in or decided shows everywhere: lines, payments, figures. */
const showDecision = (client: QueryClient) => {
	for (const key of [KEY, 'transactions', 'statistics'])
		void client.invalidateQueries({ queryKey: [key] });
};

const send = async (file: File, dryRun: boolean): Promise<Statement> => {
	if (file.size > STATEMENT_MAX_BYTES)
		throw new ApiError({ kind: 'refused', status: 413, message: 'This file is too large.' });
	const body = new FormData();
	body.append('file', file);
	return withAuthChallenge(async () => {
		const answer = await fetch(addressOf('/statements', dryRun ? { dry_run: 'true' } : {}), {
			...{ method: 'POST', body },
			headers: { 'x-requested-with': 'console', 'idempotency-key': newKey() },
		}).catch((cause: unknown) => {
			throw new ApiError({ kind: 'lost', cause });
		});
		const text = await answer.text();
		const requestId = answer.headers.get('x-request-id');
		if (!answer.ok) throw failureOf(answer.status, text, requestId ? { requestId } : {});
		return JSON.parse(text).data as Statement;
	});
};

/** Looks at a statement; nothing is kept. */
export const useLookAt = () => useMutation({ mutationFn: (file: File) => send(file, true) });

/** Takes a statement in. */
export const useTakeIn = () => {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (file: File) => send(file, false),
		onSuccess: () => showDecision(client),
	});
};

const DECIDED = 'This has been decided, with other words. Look at the line before you go on.';

/** What can be decided about a line, by the last part of its address. */
export type Decision = 'book' | 'attach' | 'settle';

/** Sends a decision about a line. */
export const useDecide = (decision: Decision, id: string) => {
	const client = useQueryClient();
	return async (body: unknown, attempt: Attempt) => {
		const path = `/reconciliation/lines/${encodeURIComponent(id)}/${decision}`;
		await sendOnce<null>(path, body, attempt, DECIDED);
		showDecision(client);
	};
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
	});
};
