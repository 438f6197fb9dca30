import { queryOptions } from '@tanstack/react-query';
import { now } from '#shared/clock.ts';
import type { LineState, OutPart } from '#shared/contract/finance/reconciliation-query.ts';
import { formatMonth, toMonthNumber } from '#shared/east-africa-time.ts';
import { queryCall } from '../../platform/api/calls.ts';
import { buildPageQuery } from '../../platform/api/query-keys.ts';

/** First part of all query keys of the reconciliation desk. */
export const KEY = 'reconciliation';
/** Lines per page. */
export const LINES_LIMIT = 25;

/** Returns this month and the twelve before it, latest first. */
export const listLastMonths = () =>
	Array.from({ length: 13 }, (_, ago) => formatMonth(toMonthNumber(now()) - ago));

/** Disables the cache after the visit if no month is given: the default month changes when a month is closed. */
const disableDefaultCache = (month: string | undefined) =>
	month === undefined ? { gcTime: 0 } : {};

/** Fetches the figures of a month. Without `month`: the month `opened` in this visit, or else the next to close. */
export const buildMonthQuery = (month: string | undefined, opened: string | undefined) =>
	queryOptions({
		queryKey: [KEY, 'month', month],
		queryFn: queryCall('GET /reconciliation', { query: { month: month ?? opened } }),
		...disableDefaultCache(month),
	});

export interface LinesFilters {
	month: string | undefined;
	opened: string | undefined;
	state: LineState | 'open' | undefined;
	out: OutPart | undefined;
	search: string | undefined;
	page: number;
}

/** Fetches one page of the lines of a month, newest first. */
export const buildLinesQuery = ({ month, opened, state, out, search, page }: LinesFilters) =>
	queryOptions({
		...buildPageQuery(
			[KEY, 'lines', month, state, out, search],
			'GET /reconciliation/lines',
			{ month: month ?? opened, state, out, search },
			page,
			LINES_LIMIT,
		),
		...disableDefaultCache(month),
	});

/** Statements per page. */
export const STATEMENTS_LIMIT = 25;

/** Fetches one page of the imported statements, latest period first. */
export const buildStatementsQuery = (page: number) =>
	buildPageQuery([KEY, 'statements'], 'GET /statements', {}, page, STATEMENTS_LIMIT);
