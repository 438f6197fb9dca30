import type { AuditRow } from '#shared/contract/audit.ts';

/** What somebody does again and again without changing anything, or all at once: one row says it. */
const FOLDED: ReadonlySet<string> = new Set(['sign_in', 'sign_out', 'import']);

const HOUR_MS = 3_600_000;

/** The operation over many items that a row is of, or is about. */
const operationOf = ({ item, details }: AuditRow) =>
	item.kind === 'operation' ? item.id : (details?.operation ?? null);

const ofOneOperation = (newest: AuditRow, next: AuditRow) =>
	operationOf(newest) !== null && operationOf(newest) === operationOf(next);

/** By the same one, at most an hour before. */
const isSoonBefore = (newest: AuditRow, next: AuditRow) =>
	newest.actor.kind === next.actor.kind &&
	newest.actor.id === next.actor.id &&
	Date.parse(newest.at) - Date.parse(next.at) <= HOUR_MS;

const alike = (newest: AuditRow, next: AuditRow) =>
	FOLDED.has(newest.action) && newest.action === next.action && isSoonBefore(newest, next);

/** Whether an import made it: a row about each thing stands below the one about all of them. */
const ofOneImport = (newest: AuditRow, next: AuditRow) =>
	newest.item.kind === 'catalogue' &&
	(next.action === 'create' || next.action === 'upload') &&
	next.item.kind !== 'person' &&
	newest.request_id === next.request_id &&
	isSoonBefore(newest, next);

const together = (newest: AuditRow, next: AuditRow) =>
	ofOneOperation(newest, next) || alike(newest, next) || ofOneImport(newest, next);

/**
 * Rows, newest first, of which neighbours are put together that say the same: sign-ins, sign-outs and imports
 * of one person within an hour, what one operation did, and what an import made. Each group has at least one row.
 */
export const folded = (rows: readonly AuditRow[]): [AuditRow, ...AuditRow[]][] => {
	const groups: [AuditRow, ...AuditRow[]][] = [];
	for (const row of rows) {
		const last = groups.at(-1);
		if (last && together(last[0], row)) last.push(row);
		else groups.push([row]);
	}
	return groups;
};
