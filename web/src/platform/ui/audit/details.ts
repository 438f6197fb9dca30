import type { OperationAction, OperationSummary } from '#shared/contract/content/bulk.ts';
import type { ResourceWord } from '#shared/contract/content/resources.ts';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import { formatItemCount, joinParts, listCounts } from '../format/counted.ts';
import { formatMoment } from '../format/dates.ts';
import { formatPlainWords } from './field-words.ts';

const operationVerbs: Readonly<Record<OperationAction, string>> = {
	publish: 'Published',
	unpublish: 'Unpublished',
	free: 'Made free:',
	premium: 'Made premium:',
	delete: 'Deleted',
	move: 'Moved',
	create: 'Created',
	assign: 'Assigned',
	book: 'Booked',
	undo: 'Undid changes to',
};

interface OperationDetails {
	kind: ResourceWord;
	action: OperationAction;
	total: number;
	failed: number;
}

/** Returns the ids, action and summary ('Published 12 topics') of a bulk action's row; undefined for other rows. */
export const readOperation = ({ item, action: done, details }: AuditRow) => {
	if (done === 'publish' && details) {
		const summary = `Published ${joinParts(listCounts(details))}`;
		return { ids: details.operations as string[], action: done, summary, failed: null };
	}
	if (item.kind !== 'operation' || item.id === null || !details) return undefined;
	const { kind, action, total, failed } = details as unknown as OperationDetails;
	const summary = `${operationVerbs[action]} ${formatItemCount(kind, total - failed)}`;
	return {
		ids: [item.id],
		action,
		summary,
		failed: failed > 0 ? formatItemCount(kind, failed) : null,
	};
};

/** Returns the summary of an operation: 'Published 12 topics'. */
export const summarizeOperation = ({ kind, action, done }: OperationSummary) =>
	`${operationVerbs[action as OperationAction]} ${formatItemCount(kind, done)}`;

/** Returns whether a row is the change of one item from draft to published. */
export const isSwitchPublish = ({ before, after, details }: AuditRow) =>
	before?.published === false && after?.published === true && !details?.operation;

/** Counts of content, and references that the row shows in other ways. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
	'courses',
	'subjects',
	'topics',
	'examsets',
	'pastpapers',
	'operation',
	'operations',
	'deletion',
]);

/** An instant as the server writes it: 2026-09-30T21:00:00.000Z. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const toText = (value: unknown): string | undefined => {
	if (typeof value === 'string' && INSTANT.test(value)) return formatMoment(value);
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'string' || typeof value === 'number')
		return /^[a-z]+([-_][a-z]+)+$/.test(String(value))
			? formatPlainWords(String(value))
			: String(value);
	const { name } = (value ?? {}) as { name?: unknown };
	return typeof name === 'string' ? name : undefined;
};

/** Returns the details of a row as 'Label: value' texts: reasons, causes, counts, filters of an export. */
export const listDetails = ({ details }: AuditRow): string[] => {
	if (!details) return [];
	const contents = joinParts(listCounts(details));
	const moved = Array.isArray(details.moved) ? details.moved.map(toText) : [];
	return [
		...(contents ? [`Contents: ${contents}`] : []),
		...(moved.length > 0 ? [`Moved: ${moved.join(', ')}`] : []),
		...Object.entries(details)
			.filter(([name]) => !SHOWN_ELSEWHERE.has(name))
			.flatMap(([name, value]) => {
				const text = toText(value);
				return text === undefined ? [] : [`${formatPlainWords(name)}: ${text}`];
			}),
	];
};
