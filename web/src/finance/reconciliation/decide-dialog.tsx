import { Text } from '@mantine/core';
import type { Operation } from '#shared/contract/content/bulk.ts';
import {
	lineBookings,
	lineSettlement,
	lineSettlements,
	type ReconciliationLine,
} from '#shared/contract/finance/reconciliation.ts';
import { formatCount } from '#shared/grouped.ts';
import { z } from '#shared/zod.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { ClosedMonth } from '../../platform/ui/dialog/closed-month.tsx';
import { forgetReason } from '../../platform/ui/dialog/unsaved.ts';
import { ChoiceField } from '../../platform/ui/fields/choice-fields.tsx';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import { formatMoney } from '../../platform/ui/format/money.ts';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { type Act, acts, formatLine, sumDecided } from './acts.ts';
import { bookMany, decide } from './queries.ts';

type Decided = Exclude<Act, 'suggested' | 'attach' | 'refund' | 'adjust'>;

const LineSum = ({ lines }: { lines: readonly ReconciliationLine[] }) => (
	<Text size="sm" className="tabular" fw={600}>
		{formatMoney(sumDecided(lines))} in total
	</Text>
);

const schema = z.object({ reason: lineSettlement.shape.reason });

/** Last reason per action, as the default: the next line often has the same reason. */
const lastReasons = new Map<Decided, string>([
	['book', 'It is on M-Pesa’s statement, and its message never came'],
]);

const texts: Record<Exclude<Decided, 'book'>, string> = {
	not_ours: 'The money belongs to someone else or to another account. No payment is created.',
	duplicate: 'This money is already counted. No payment is created.',
	to_return: 'The money is returned to the payer. No payment is created.',
	other: 'Your reason explains the difference. No payment is created or changed.',
};

interface DecideDialogProps extends Opened {
	act: Act;
	/** The line to decide; undefined before the first is opened. */
	line: ReconciliationLine | undefined;
	onDecided: (line: ReconciliationLine, act: Act) => void;
}

/** Books or settles a statement line, or a payment without a line, with a reason. */
export const DecideDialog = (props: DecideDialogProps) => {
	const { opened, onClose, line } = props;
	const act = props.act as Decided;
	return (
		<FormDialog
			{...{ opened, onClose, schema }}
			title={acts[act].words}
			submit={act === 'book' ? 'Book' : 'Decide'}
			pending={act === 'book' ? 'Booking...' : 'Deciding...'}
			fallback="Could not save the decision"
			send={async ({ reason }, attempt) => {
				if (!line) return;
				if (act === 'book') await decide('book', line.id, { reason }, attempt);
				else await decide('settle', line.id, { as: act, reason }, attempt);
				lastReasons.set(act, reason);
			}}
			onDone={() => {
				if (line) {
					forgetReason(line.id);
					props.onDecided(line, act);
				}
				onClose();
			}}
		>
			<Text size="sm" className="tabular" fw={600} style={{ overflowWrap: 'anywhere' }}>
				{line && formatLine(line)}
			</Text>
			<Text size="sm" c="dimmed">
				{act === 'book'
					? `Creates a completed payment of ${formatMoney(Math.floor(line?.paid_in ?? 0))} from this line.`
					: texts[act]}
			</Text>
			{act === 'book' && line?.warning && (
				<Text size="sm" fw={600} role="status">
					{line.warning}
				</Text>
			)}
			<ClosedMonth at={[line?.at]} />
			<ReasonField proposal={lastReasons.get(act)} draftKey={line?.id} />
		</FormDialog>
	);
};

interface BookManyDialogProps extends Opened {
	lines: readonly ReconciliationLine[];
	onBooked: (operation: Operation) => void;
}

/** Books several lines with one reason. */
export const BookManyDialog = ({ lines, onBooked, ...dialog }: BookManyDialogProps) => {
	const warned = lines.filter(({ warning }) => warning).length;
	return (
		<FormDialog
			{...dialog}
			schema={lineBookings}
			title={`Book ${formatCount(lines.length, 'line')}`}
			read={(typed: FormValues) => ({ ...typed, ids: lines.map(({ id }) => id) })}
			send={bookMany}
			onDone={(operation) => {
				onBooked(operation);
				dialog.onClose();
			}}
			submit={`Book ${formatCount(lines.length, 'line')}`}
			pending="Booking..."
			fallback="Could not book the lines"
		>
			<LineSum lines={lines} />
			<Text size="sm" c="dimmed">
				Creates a completed payment from each line.
			</Text>
			{warned > 0 && (
				<Text size="sm" fw={600} role="status">
					Possibly paid twice: {formatCount(warned, 'line')}. Clear the selection to check them one
					by one.
				</Text>
			)}
			<ClosedMonth at={lines.map(({ at }) => at)} />
			<ReasonField proposal={lastReasons.get('book')} />
		</FormDialog>
	);
};

interface SettleManyDialogProps extends Opened {
	lines: readonly ReconciliationLine[];
	onSettled: (lines: readonly ReconciliationLine[]) => void;
}

/** Settles several lines with one reason. Lines that could not be settled stay selected, with the reason. */
export const SettleManyDialog = ({ opened, onClose, lines, onSettled }: SettleManyDialogProps) => (
	<FormDialog
		{...{ opened, onClose }}
		schema={lineSettlement}
		title={`Decide ${formatCount(lines.length, 'line')}`}
		submit="Decide"
		pending="Deciding..."
		fallback="Not all lines were decided"
		send={async (settlement) => {
			const settled: ReconciliationLine[] = [];
			let failure: unknown;
			for (const line of lines)
				await decide('settle', line.id, settlement, createAttempt()).then(
					() => settled.push(line),
					(error: unknown) => {
						failure = error;
					},
				);
			if (settled.length > 0) onSettled(settled);
			if (failure) throw failure;
		}}
		onDone={onClose}
	>
		<LineSum lines={lines} />
		<ClosedMonth at={lines.map(({ at }) => at)} />
		<ChoiceField
			name="as"
			label="This is"
			options={lineSettlements}
			placeholder="Choose what it is"
			required
		/>
		<ReasonField />
	</FormDialog>
);
