import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { INTAKE_AT_ONCE, type IntakeField, type IntakeRow } from '#shared/contract/intake.ts';
import { portions } from '#shared/portions.ts';
import { ApiError } from '../../api/api-error.ts';
import { changeRows } from '../../api/intakes.ts';
import { notifyFailure } from '../../ui/notifications/notifications.tsx';
import { type Correction, gathered, picked } from './cell-changes.ts';

const AGAIN_MS = 3_000;

/** So many corrections can be taken back. */
const KEPT = 50;

const withValues = (row: IntakeRow, { values, was, skipped }: Correction): IntakeRow => {
	const set = { ...was, ...values };
	const moved = 'course_id' in set && set.course_id !== row.values.course_id;
	const from = { ...row.from };
	for (const field of Object.keys(values ?? {}) as IntakeField[]) from[field] = 'person';
	return {
		...row,
		// Those of the course before mean nothing in another.
		values: { ...row.values, ...(moved && { subject_id: null, exam_set: null }), ...set },
		from,
		...(skipped !== undefined && { skipped }),
	};
};

/** Rows as they will be once corrections that are on their way have arrived. */
const corrected = (rows: readonly IntakeRow[], underWay: readonly Correction[]) => {
	if (underWay.length === 0) return rows;
	return rows.map((row) =>
		underWay.filter(({ ids }) => ids.includes(row.id)).reduce(withValues, row),
	);
};

/** What takes a correction back: what a person had set before is set again, everything else is read anew. */
const inverseOf = (rows: readonly IntakeRow[], corrections: readonly Correction[]) =>
	gathered(
		corrections.flatMap(({ ids, values = {}, skipped }) => {
			const fields = Object.keys(values) as IntakeField[];
			// A new course took these along.
			if ('course_id' in values) fields.push('subject_id', 'exam_set');
			return rows
				.filter(({ id }) => ids.includes(id))
				.map((row) => {
					const mine = fields.filter((field) => row.from[field] === 'person');
					const back = {
						...(mine.length > 0 && { values: picked(row.values, mine) }),
						forget: fields.filter((field) => !mine.includes(field)),
						was: picked(row.values, fields),
						...(skipped !== undefined && { skipped: row.skipped }),
					};
					return [row, back] as const;
				});
		}),
	);

/** Corrections of those rows that are still there. */
const among = (rows: readonly IntakeRow[], corrections: readonly Correction[]) => {
	const here = new Set(rows.map(({ id }) => id));
	return corrections
		.map((each) => ({ ...each, ids: each.ids.filter((id) => here.has(id)) }))
		.filter(({ ids }) => ids.length > 0);
};

const stripped = ({ was: _, ...change }: Correction) => change;

/** As much as one call takes each. */
const calls = (corrections: readonly Correction[]) =>
	portions(
		corrections.flatMap((each) =>
			portions(each.ids, INTAKE_AT_ONCE).map((ids) => ({ ...each, ids })),
		),
		INTAKE_AT_ONCE,
	);

/**
 * Corrects rows of a batch: seen at once, sent one after the other, again where the line was lost, and taken back with
 * the reason where the server refuses. `undo` takes back what was done last.
 */
export const useCorrections = (intake: string, stored: readonly IntakeRow[]) => {
	const client = useQueryClient();
	const mutationKey = useMemo(() => ['intakes', 'correct', intake], [intake]);
	const { mutate } = useMutation({
		mutationKey,
		scope: { id: mutationKey.join(' ') },
		mutationFn: (corrections: readonly Correction[]) =>
			changeRows(client, intake, corrections.map(stripped)),
		retry: (_, error) => error instanceof ApiError && error.kind === 'lost',
		retryDelay: AGAIN_MS,
		onError: (error) => notifyFailure(error, 'This correction could not be saved'),
	});
	const underWay = useMutationState({
		filters: { mutationKey, status: 'pending' },
		select: ({ state }) => state.variables as readonly Correction[],
	});
	const rows = useMemo(() => corrected(stored, underWay.flat()), [stored, underWay]);
	const last = useRef(rows);
	last.current = rows;
	const done = useRef<(() => void)[]>([]);
	return useMemo(() => {
		const send = (corrections: readonly Correction[]) => {
			for (const call of calls(corrections)) mutate(call);
		};
		/** Keeps what takes something else back, in its turn; answers what does so now, and at most once. */
		const keepBack = (takeBack: () => void) => {
			const back = () => {
				if (!done.current.includes(back)) return;
				done.current = done.current.filter((each) => each !== back);
				takeBack();
			};
			done.current = [...done.current, back].slice(-KEPT);
			return back;
		};
		return {
			rows,
			waiting: underWay.length,
			correct: (corrections: readonly Correction[]) => {
				if (corrections.length === 0) return;
				const inverse = inverseOf(last.current, corrections);
				keepBack(() => send(among(last.current, inverse)));
				send(corrections);
			},
			keepBack,
			undoable: done.current.length > 0,
			/** Answers whether there was something. */
			undo: () => {
				const back = done.current.at(-1);
				back?.();
				return back !== undefined;
			},
		};
	}, [rows, underWay.length, mutate]);
};

export type Corrections = ReturnType<typeof useCorrections>;
