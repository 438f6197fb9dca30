import { Button, Checkbox, Group, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/content/bulk.ts';
import type {
	ReconciliationLine,
	ReconciliationSuggestion,
} from '#shared/contract/finance/reconciliation.ts';
import { formatCount } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { undoOperation } from '../../platform/api/operations.ts';
import { reloadMoney } from '../../platform/api/query-keys.ts';
import { useAskBeforeUndo, useClosedMonths } from '../../platform/ui/dialog/closed-month.tsx';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { type Opened, onDemand, useLast } from '../../platform/ui/loading/on-demand.tsx';
import { notify, notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { TakeBackDialog } from '../ui/take-back.tsx';
import { type Act, acts, canBook, findLikely, getLineAmount, isOpen, sumDecided } from './acts.ts';
import { LineRow } from './line-row.tsx';
import { decide, useWithdrawDecision } from './queries.ts';
import { ShillingDifferences } from './shilling-differences.tsx';

const [BookManyDialog] = onDemand(() => import('./decide-dialog.tsx'), 'BookManyDialog');
const [SettleManyDialog] = onDemand(() => import('./decide-dialog.tsx'), 'SettleManyDialog');
const [DecideDialog, prepareDecide] = onDemand(() => import('./decide-dialog.tsx'), 'DecideDialog');
const [AttachDialog, prepareAttach] = onDemand(() => import('./attach-dialog.tsx'), 'AttachDialog');

/** Props of `LinesList`. */
export interface LinesListProps {
	month: string | undefined;
	lines: readonly ReconciliationLine[];
	/** Content of an empty list. */
	empty: ReactNode;
	/** Renders the dialog that records a refund or reversal of a payment. */
	adjustment: (dialog: Opened & { id: string | undefined }) => ReactNode;
}

/** When the money of decisions moved. */
type Moments = readonly (string | null | undefined)[];

interface Likely {
	line: ReconciliationLine;
	/** The likely suggestion of the line. */
	likely: ReconciliationSuggestion;
}

/** Shows the lines of a page with their actions; each decision can be undone at once. */
export const LinesList = ({ month, lines, empty, adjustment }: LinesListProps) => {
	const [action, setAction] = useState<{ act: Act; line: ReconciliationLine }>();
	const [selected, select] = useState<ReadonlySet<string>>(new Set());
	const [settling, settle] = useState<readonly ReconciliationLine[]>();
	const settled = useLast(settling) ?? [];
	const [books, setBooks] = useState(false);
	const [undoing, setUndoing] = useState<ReconciliationLine>();
	const undone = useLast(undoing);
	const mayAct = useMay('payments:act');
	const listClosed = useClosedMonths();
	const isClosed = listClosed([month]).length > 0;
	const open = lines.filter(isOpen);
	const chosen = open.filter((line) => selected.has(line.id));
	const bookable = chosen.filter(canBook);
	const last = useLast(action);
	const list = useRef<HTMLDivElement>(null);
	// A decided row is removed: move its focus to the list.
	useEffect(() => {
		if (lines && action === undefined && document.activeElement === document.body)
			list.current?.focus({ preventScroll: true });
	}, [lines, action]);
	const hasTwoButtons = useWide();
	const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
	const client = useQueryClient();
	const invalidate = () => reloadMoney(client);
	const takeBack = useWithdrawDecision();
	const ask = useAskBeforeUndo();
	const makeUndo = (moments: Moments, run: () => void) => ({
		action: { label: 'Undo', run: () => ask(moments, run) },
	});
	const notifyDone = (
		title: string,
		message: string,
		undoIds: readonly string[],
		moments: Moments,
	) => {
		invalidate();
		const undo = makeUndo(moments, () => {
			for (const id of undoIds) takeBack.mutate(id);
		});
		notify({ good: true, about: 'reconciliation', title, message, ...undo });
	};
	const notifyBooked = ({ operation, done, failed, results }: Operation) => {
		invalidate();
		select(new Set(results.flatMap(({ ok, id }) => (ok ? [] : [id]))));
		const [failure] = results.filter(({ ok }) => !ok);
		const run = () =>
			void undoOperation(client, operation, createAttempt())
				.catch((error) => notifyFailure(error, 'Could not undo this'))
				.finally(invalidate);
		notify({
			good: failed === 0,
			about: 'reconciliation',
			title: `Booked ${formatCount(done, 'line')}`,
			message: failure ? `${failed} not booked: ${failure.error}` : '',
			...(done > 0 &&
				makeUndo(
					bookable.map(({ at }) => at),
					run,
				)),
		});
	};
	const notifyDecided = (
		line: ReconciliationLine,
		act: Act,
		lineId = line.id,
		otherAt?: string | null,
	) => {
		const message = [formatMoney(getLineAmount(line)), line.receipt].filter(Boolean).join(' · ');
		notifyDone(acts[act].done, message, [lineId], [line.at, otherAt]);
	};
	const notifySettled = (many: readonly ReconciliationLine[]) => {
		select(
			(previous) => new Set([...previous].filter((id) => many.every((line) => line.id !== id))),
		);
		const ids = many.map(({ id }) => id);
		const moments = many.map(({ at }) => at);
		notifyDone(
			`Decided ${formatCount(many.length, 'line')}`,
			formatMoney(sumDecided(many)),
			ids,
			moments,
		);
	};
	const attach = useMutation({
		mutationFn: ({ likely: { line_id, transaction_id, same } }: Likely) =>
			decide('attach', line_id, { transaction_id, ...(same && { same }) }, createAttempt()),
		onSuccess: (_, { line, likely }) => notifyDecided(line, 'attach', likely.line_id, likely.at),
		onError: (error) => notifyFailure(error, 'Could not match the line'),
	});
	const startAct = (act: Act, line: ReconciliationLine) => {
		const likely = findLikely(line);
		// In a closed month the dialog warns first.
		if (act === 'suggested' && likely && listClosed([line.at, likely.at]).length === 0) {
			if (!attach.isPending) attach.mutate({ line, likely });
			return;
		}
		setAction({ act, line });
	};
	const kind = last?.act;
	const attaches = kind === 'attach' || kind === 'suggested' || kind === 'refund';
	const adjusts = kind === 'adjust';
	const opened = action !== undefined;
	const dialog = { onClose: () => setAction(undefined), line: last?.line };
	return (
		<div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
			<VisuallyHidden component="h2">Lines</VisuallyHidden>
			{lines.length === 0 && empty}
			<ShillingDifferences
				month={month}
				onDecided={notifySettled}
				onAsk={isClosed ? settle : undefined}
			/>
			{mayAct && open.length > 1 && (
				<Group gap="sm" mih={24} mb={4}>
					<Checkbox
						label="Select all on this page"
						checked={chosen.length === open.length}
						indeterminate={chosen.length > 0 && chosen.length < open.length}
						onChange={({ currentTarget: { checked } }) =>
							select(new Set(checked ? open.map(({ id }) => id) : []))
						}
					/>
					{bookable.length > 0 && (
						<Button size="xs" onClick={() => setBooks(true)}>
							Book {formatCount(bookable.length, 'line')}…
						</Button>
					)}
					{chosen.length > 0 && (
						<Button
							size="xs"
							variant={bookable.length > 0 ? 'default' : 'filled'}
							onClick={() => settle(chosen)}
						>
							Decide {formatCount(chosen.length, 'line')}…
						</Button>
					)}
				</Group>
			)}
			<ul
				hidden={lines.length === 0}
				className="boxed ruled"
				aria-label="Lines"
				onFocus={() => {
					prepareDecide();
					prepareAttach();
				}}
			>
				{lines.map((line) => (
					<LineRow
						key={line.id}
						line={line}
						buttons={hasTwoButtons ? 2 : 1}
						wide={wide}
						selected={selected.has(line.id)}
						onSelect={
							mayAct && isOpen(line)
								? (on) =>
										select((previous) => {
											const others = [...previous].filter((id) => id !== line.id);
											return new Set(on ? [...others, line.id] : others);
										})
								: undefined
						}
						busy={
							(attach.isPending && attach.variables.line.id === line.id) ||
							(takeBack.isPending && takeBack.variables === line.id)
						}
						onAct={startAct}
						onTakeBack={setUndoing}
					/>
				))}
			</ul>
			{undone?.decision && (
				<TakeBackDialog
					opened={undoing !== undefined}
					onClose={() => setUndoing(undefined)}
					id={undone.decision.id}
					at={undone.at}
					name={undone.reason}
				/>
			)}
			<BookManyDialog
				opened={books}
				lines={bookable}
				onClose={() => setBooks(false)}
				onBooked={notifyBooked}
			/>
			<SettleManyDialog
				opened={settling !== undefined}
				lines={settled}
				onClose={() => settle(undefined)}
				onSettled={notifySettled}
			/>
			<DecideDialog
				{...dialog}
				opened={opened && !attaches && !adjusts}
				act={kind && !attaches && !adjusts ? kind : 'other'}
				onDecided={notifyDecided}
			/>
			<AttachDialog
				{...dialog}
				opened={opened && attaches}
				month={month}
				onDecided={(line, lineId, at) =>
					notifyDecided(line, kind === 'refund' ? 'refund' : 'attach', lineId, at)
				}
			/>
			{adjustment({
				opened: opened && adjusts,
				id: last?.line.transaction?.id,
				onClose: () => {
					invalidate();
					setAction(undefined);
				},
			})}
		</div>
	);
};
