import { Button, Checkbox, Group } from '@mantine/core';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import { lineStates } from '#shared/contract/reconciliation-query.ts';
import { useMay } from '../../api/account.ts';
import { inEastAfrica } from '../../ui/dates/dates.ts';
import { Badge } from '../../ui/list/badges.tsx';
import { RowBusy, RowButton } from '../../ui/list/row.tsx';
import { RowMenu } from '../../ui/menu/menu.tsx';
import { money } from '../../ui/money.ts';
import { type Act, acts, actsFor, isOpen, likelyOf } from './acts.ts';
import classes from './line-row.module.css';
import { amountOf, payerOf } from './words.ts';

interface LineRowProps {
	line: ReconciliationLine;
	onAct: (act: Act, line: ReconciliationLine) => void;
	onTakeBack: (line: ReconciliationLine) => void;
	/** Whether a request about the line is pending. */
	busy: boolean;
	selected: boolean;
	/** Selects the line for a bulk decision; undefined if it cannot be settled. */
	onSelect: ((on: boolean) => void) | undefined;
	/** Number of actions shown as buttons; the rest are in a menu. */
	buttons: 1 | 2;
}

const DAY = 'dd MMM';
const CLOCK = 'HH:mm:ss';

/** Renders M-Pesa's time of a line, and our time if it is booked, with the day if that differs. */
const Clocks = ({ line: { at, transaction } }: { line: ReconciliationLine }) => {
	const ours = transaction?.booked_at;
	const sameDay = ours && inEastAfrica(ours, DAY) === inEastAfrica(at, DAY);
	return (
		<span className={classes.time}>
			<time dateTime={at} title="By M-Pesa’s clock">
				{inEastAfrica(at, `${DAY} ${CLOCK}`)}
			</time>
			{ours && (
				<time dateTime={ours} title="By our own clock">
					ours {inEastAfrica(ours, sameDay ? CLOCK : `${DAY} ${CLOCK}`)}
				</time>
			)}
		</span>
	);
};

const StateReason = ({ line }: { line: ReconciliationLine }) => {
	const likely = likelyOf(line);
	return (
		<span className={classes.why}>
			<Badge className={classes.state ?? ''} color={isOpen(line) ? 'yellow' : 'gray'}>
				{lineStates[line.state]}
			</Badge>
			<span className={classes.reason}>{likely ? likely.reason : line.reason}</span>
		</span>
	);
};

/** Renders a statement line, or a payment without a line: its data, state, reason and actions. */
export const LineRow = (props: LineRowProps) => {
	const { line, onAct, onTakeBack, busy, buttons, selected, onSelect } = props;
	const mayAct = useMay('payments:act');
	const all = mayAct ? actsFor(line) : [];
	const rest = all.slice(buttons);
	const name = `${money(amountOf(line))} ${line.receipt ?? ''}`.trim();
	return (
		<li className={classes.line} aria-busy={busy || undefined}>
			<span className={classes.amount}>
				{onSelect && (
					<Checkbox
						aria-label={`Select ${name}`}
						checked={selected}
						onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
					/>
				)}
				{money(amountOf(line))}
			</span>
			<span className={classes.what}>
				<span className={classes.receipt}>{line.receipt ?? 'No receipt'}</span>
				<span className={classes.who}>{payerOf(line) || line.details}</span>
			</span>
			<StateReason line={line} />
			<Clocks line={line} />
			<RowBusy busy={busy}>
				<Group gap="xs" wrap="nowrap" className={classes.verbs}>
					{all.slice(0, buttons).map((act, at) => (
						<RowButton
							key={act}
							size="xs"
							variant={at === 0 ? 'light' : 'default'}
							aria-label={`${acts[act].words}: ${name}`}
							onClick={() => onAct(act, line)}
						>
							{acts[act].words}
						</RowButton>
					))}
					{rest.length > 0 && (
						<RowMenu
							label={`More for ${name}`}
							actions={rest.map((act) => ({
								words: acts[act].words,
								icon: acts[act].icon,
								onClick: () => onAct(act, line),
							}))}
						/>
					)}
					{mayAct && line.decision && (
						<Button size="xs" variant="default" loading={busy} onClick={() => onTakeBack(line)}>
							Take back
						</Button>
					)}
				</Group>
			</RowBusy>
		</li>
	);
};
