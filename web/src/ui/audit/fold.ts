import type { AuditRow } from '#shared/contract/audit.ts';
import { operationOf } from '../../api/audit.ts';

/** What somebody does again and again without changing anything, or all at once: one row says it. */
const FOLDED: ReadonlySet<string> = new Set(['sign_in', 'sign_out', 'import']);

const HOUR_MS = 3_600_000;

/** By the same one, at most an hour before. */
const isSoonBefore = (newest: AuditRow, next: AuditRow) =>
	newest.actor.kind === next.actor.kind &&
	newest.actor.id === next.actor.id &&
	Date.parse(newest.at) - Date.parse(next.at) <= HOUR_MS;

const alike = (newest: AuditRow, next: AuditRow) =>
	FOLDED.has(newest.action) && newest.action === next.action && isSoonBefore(newest, next);

const together = (newest: AuditRow, next: AuditRow) => {
	const operation = operationOf(newest);
	return operation === operationOf(next) && (operation !== null || alike(newest, next));
};

/**
 * Rows, newest first, of which neighbours are put together that say the same: sign-ins, sign-outs and imports
 * of one person within an hour, and what one operation or import did. Each group has at least one row.
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
