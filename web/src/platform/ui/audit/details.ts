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
	decide: 'Decided',
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
export const readOperation = ({ item, details }: AuditRow) => {
	if (item.id === null || !details) return undefined;
	const isNamed = Array.isArray(details.operations);
	if (item.kind !== 'operation' && !isNamed) return undefined;
	// Earlier versions left the action and the failures out of the row of a publish.
	const { kind, action = 'publish', total, failed = 0 } = details as unknown as OperationDetails;
	const counts = isNamed ? joinParts(listCounts(details)) : formatItemCount(kind, total - failed);
	return {
		ids: isNamed ? (details.operations as string[]) : [item.id],
		action,
		summary: `${operationVerbs[action]} ${counts}`,
		failed: failed > 0 ? formatItemCount(kind, failed) : null,
	};
};

/** Returns the summary of an operation: 'Published 12 topics'. */
export const summarizeOperation = ({ action, counts, item }: OperationSummary) =>
	`${operationVerbs[action as OperationAction]} ${joinParts(listCounts(counts))}${item === null ? '' : ` · ${item}`}`;

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
export const listDetails = (row: AuditRow): string[] => {
	const { reason, begun_by } = row.details ?? {};
	// The summary of an operation says the rest.
	const details = readOperation(row) ? { reason, begun_by } : row.details;
	if (!details) return [];
	const contents = joinParts(listCounts(details));
	const moved = Array.isArray(row.details?.moved) ? row.details.moved.map(toText) : [];
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
