import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useState } from 'react';
import type {
	ReconciliationLine,
	ReconciliationSuggestion,
} from '#shared/contract/reconciliation.ts';
import { newAttempt } from '../../api/attempt.ts';
import { useWide } from '../../ui/list/row.tsx';
import { onDemand, useLast } from '../../ui/loading/on-demand.tsx';
import { money } from '../../ui/money.ts';
import { notify, notifyFailure } from '../../ui/notifications/notifications.tsx';
import { type Act, acts, likelyOf } from './acts.ts';
import { LineRow } from './line-row.tsx';
import { decide, useShowDecision, useTakeBack } from './queries.ts';
import { useCursor } from './use-cursor.ts';
import { amountOf } from './words.ts';

const [DecideDialog, prepareDecide] = onDemand(() => import('./decide-dialog.tsx'), 'DecideDialog');
const [AttachDialog, prepareAttach] = onDemand(() => import('./attach-dialog.tsx'), 'AttachDialog');

interface LinesListProps {
	month: string | undefined;
	lines: readonly ReconciliationLine[];
	/** They are those that were asked for last. */
	settled: boolean;
	/** Holds true where a statement brought them just now: the first is gone on with. */
	arriving: RefObject<boolean>;
	/** Stands where there are none. */
	empty: ReactNode;
}

interface Likely {
	line: ReconciliationLine;
	/** What it most likely belongs to. */
	likely: ReconciliationSuggestion;
}

/** The lines of a page, walked and decided by keys; what was decided can be taken back at once. */
export const LinesList = ({ month, lines, settled, arriving, empty }: LinesListProps) => {
	const [asked, ask] = useState<{ act: Act; line: ReconciliationLine }>();
	const opened = asked !== undefined;
	const last = useLast(asked);
	const { list, nothing, gone } = useCursor(lines, { opened, settled, arriving });
	const wide = useWide();
	const show = useShowDecision();
	const takeBack = useTakeBack();
	const decided = (line: ReconciliationLine, act: Act, lineId: string, final: boolean) => {
		gone(line.id);
		show();
		notify({
			good: true,
			about: 'reconciliation',
			title: acts[act].done,
			message: `${money(amountOf(line))}${line.receipt ? ` · ${line.receipt}` : ''}`,
			...(!final && { action: { label: 'Undo', run: () => takeBack.mutate(lineId) } }),
		});
	};
	const attach = useMutation({
		mutationFn: ({ likely }: Likely) => decide('attach', likely.line_id, likely, newAttempt()),
		onSuccess: (_, { line, likely }) => decided(line, 'attach', likely.line_id, false),
		onError: (error) => notifyFailure(error, 'Could not match the line'),
	});
	const act = (wanted: Act, line: ReconciliationLine) => {
		// A key that comes before the dialog has the keyboard is not about the row any more.
		if (opened) return;
		// What cannot be taken back is asked for first.
		const likely = likelyOf(line);
		if (wanted === 'suggested' && likely && !likely.final) {
			if (!attach.isPending) attach.mutate({ line, likely });
			return;
		}
		ask({ act: wanted, line });
	};
	const attaches = last?.act === 'attach' || last?.act === 'suggested';
	const dialog = { onClose: () => ask(undefined), line: last?.line };
	return (
		<>
			{lines.length === 0 && (
				<div ref={nothing} tabIndex={-1} style={{ outline: 'none' }}>
					{empty}
				</div>
			)}
			<ul
				ref={list}
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
						buttons={wide ? 2 : 1}
						busy={
							(attach.isPending && attach.variables.line.id === line.id) ||
							(takeBack.isPending && takeBack.variables === line.id)
						}
						onAct={act}
						onTakeBack={({ id }) => takeBack.mutate(id)}
					/>
				))}
			</ul>
			<DecideDialog
				{...dialog}
				opened={opened && !attaches}
				act={last && !attaches ? last.act : 'other'}
				onDecided={(line, done) => decided(line, done, line.id, false)}
			/>
			<AttachDialog
				{...dialog}
				opened={opened && attaches}
				month={month}
				onDecided={(line, lineId, final) => decided(line, 'attach', lineId, final)}
			/>
		</>
	);
};
