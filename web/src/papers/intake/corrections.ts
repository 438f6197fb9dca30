import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import {
	INTAKE_AT_ONCE,
	type IntakeChanges,
	type IntakeField,
	type IntakeRow,
	type IntakeValues,
} from '#shared/contract/papers/intake.ts';
import { formatCount } from '#shared/grouped.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { type Attempt, createAttempt } from '../../platform/api/attempt.ts';
import { describeError } from '../../platform/api/error-message.ts';
import { notify, notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { withValues } from './fields.ts';
import { removeRows, restoreRows, updateRows } from './intakes.ts';

const RETRY_MS = 3_000;

/** A change of rows; `forget` names values that the server reads from the file again. */
interface Correction extends Omit<IntakeChanges['changes'][number], 'values'> {
	values?: Partial<IntakeValues>;
}

/** Returns rows with the corrections that are being sent. */
const applyCorrections = (rows: readonly IntakeRow[], pending: readonly Correction[]) => {
	const byId = new Map(rows.map((row) => [row.id, row]));
	for (const { ids, values = {}, skipped } of pending)
		for (const row of ids.flatMap((id) => byId.get(id) ?? []))
			byId.set(row.id, {
				...row,
				values: withValues(row.values, values),
				skipped: skipped ?? row.skipped,
			});
	return [...byId.values()];
};

/** Returns what restores the values of a row: those that a person set, and the rest from the file. */
const invertCorrection = (row: IntakeRow, changed: readonly IntakeField[]): Correction => {
	const set = changed.filter((field) => row.from[field] === 'person');
	return {
		ids: [row.id],
		values: Object.fromEntries(set.map((field) => [field, row.values[field]])),
		forget: changed.filter((field) => !set.includes(field)),
	};
};

/**
 * Corrects and removes rows of an upload. Corrections show at once, are sent one after the other, and are retried when
 * the connection is lost.
 */
export const useCorrections = (intake: string, stored: readonly IntakeRow[]) => {
	const client = useQueryClient();
	const mutationKey = useMemo(() => ['intakes', 'correct', intake], [intake]);
	const { mutate } = useMutation({
		mutationKey,
		scope: { id: mutationKey.join(' ') },
		mutationFn: (changes: Correction[]) => updateRows(client, intake, changes),
		retry: (_, error) => error instanceof ApiError && error.kind === 'lost',
		retryDelay: RETRY_MS,
		onError: (error) => notifyFailure(error, 'Could not save this correction'),
	});
	const pending = useMutationState({
		filters: { mutationKey, status: 'pending' },
		select: ({ state }) => state.variables as readonly Correction[],
	});
	const rows = useMemo(() => applyCorrections(stored, pending.flat()), [stored, pending]);
	const latest = useRef(rows);
	latest.current = rows;
	const actions = useMemo(() => {
		const send = (changes: readonly Correction[]) => {
			for (const some of splitIntoPortions(changes, INTAKE_AT_ONCE)) mutate(some);
		};
		const pick = (ids: readonly string[]) => latest.current.filter(({ id }) => ids.includes(id));
		/** Sets values of rows; offers Undo where there are several. */
		const set = (ids: readonly string[], values: Partial<IntakeValues>) => {
			const changed = Object.keys(values) as IntakeField[];
			if (changed.length === 0 || ids.length === 0) return;
			if ('course_id' in values) changed.push('subject_id', 'exam_set');
			const inverse = pick(ids).map((row) => invertCorrection(row, [...new Set(changed)]));
			send(splitIntoPortions(ids, INTAKE_AT_ONCE).map((some) => ({ ids: [...some], values })));
			if (ids.length === 1) return;
			const run = () => send(inverse.filter((each) => pick(each.ids).length > 0));
			const title = `${formatCount(ids.length, 'row')} changed`;
			notify({ good: true, title, message: '', action: { label: 'Undo', run } });
		};
		/** Includes rows that were left out earlier. */
		const include = (ids: readonly string[]) =>
			send(
				splitIntoPortions(ids, INTAKE_AT_ONCE).map((some) => ({ ids: [...some], skipped: false })),
			);
		const restore = async (parts: readonly { rows: readonly IntakeRow[]; attempt: Attempt }[]) => {
			try {
				for (const part of parts) await restoreRows(client, intake, part.rows, part.attempt);
			} catch (error) {
				const { message, hint = '' } = describeError(error, 'Could not restore the rows');
				const action = { label: 'Try again', run: () => void restore(parts) };
				notify({ title: message, message: hint, action });
			}
		};
		/** Removes rows, and offers to restore them. */
		const remove = async (ids: readonly string[]) => {
			const parts: { rows: readonly IntakeRow[]; attempt: Attempt }[] = [];
			try {
				for (const some of splitIntoPortions(pick(ids), INTAKE_AT_ONCE)) {
					await removeRows(
						client,
						intake,
						some.map(({ id }) => id),
					);
					parts.push({ rows: some, attempt: createAttempt() });
				}
			} catch (error) {
				notifyFailure(error, 'Could not remove the rows');
			}
			if (parts.length === 0) return;
			const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
			const title = `${formatCount(count, 'row')} removed`;
			const action = { label: 'Undo', run: () => void restore(parts) };
			notify({ good: true, title, message: '', action });
		};
		return { set, include, remove };
	}, [client, intake, mutate]);
	return { ...actions, rows, waiting: pending.length };
};

export type Corrections = ReturnType<typeof useCorrections>;
