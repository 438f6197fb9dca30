import { Box, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { lineRowStates } from '#shared/contract/finance/reconciliation-query.ts';
import { useMay } from '../../platform/api/account.ts';
import { Badge } from '../../platform/ui/controls.tsx';
import { formatInstant } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { ActButtons } from '../ui/decide/act-buttons.tsx';
import { findLikely, isOpen, listLineChoices } from '../ui/decide/choices.ts';
import { formatPayer, getLineAmount, lineToSubject } from '../ui/decide/subject.ts';
import { TakeBack } from '../ui/decide/take-back.tsx';

interface LineRowProps {
	line: ReconciliationLine;
	selected: boolean;
	/** Selects the line for a bulk decision; undefined if it cannot be settled. */
	onSelect: ((on: boolean) => void) | undefined;
	/** Number of actions shown as buttons; the rest are in a menu. */
	buttons: 1 | 2;
	/** Whether there is room for columns. */
	wide: boolean;
}

const DAY = 'd MMM';
const CLOCK = 'HH:mm:ss';

/** Renders M-Pesa's time of a line. */
const TheirClock = ({ line: { at } }: Pick<LineRowProps, 'line'>) => (
	<time dateTime={at} title="By M-Pesa’s clock" className="small quiet tabular unbroken">
		{formatInstant(at, `${DAY}, ${CLOCK}`)}
	</time>
);

/** Renders our time of a line if it is booked, with the day if that differs. */
const OurClock = ({ line: { at, transaction } }: Pick<LineRowProps, 'line'>) => {
	const ours = transaction?.booked_at;
	if (!ours) return null;
	const sameDay = formatInstant(ours, DAY) === formatInstant(at, DAY);
	return (
		<time dateTime={ours} title="By our own clock" className="small quiet tabular unbroken">
			ours {formatInstant(ours, sameDay ? CLOCK : `${DAY}, ${CLOCK}`)}
		</time>
	);
};

const formatName = (line: ReconciliationLine) =>
	`${formatMoney(getLineAmount(line))} ${line.receipt ?? ''}`.trim();

const Actions = ({ line, buttons, wide }: LineRowProps) => {
	const mayAct = useMay('payments:act');
	return (
		<Group
			gap={wide ? 8 : 4}
			wrap={wide ? 'nowrap' : 'wrap'}
			justify="end"
			{...(wide ? { miw: '15.5rem', flex: 'none' } : { mr: -8 })}
		>
			<ActButtons subject={lineToSubject(line)} choices={listLineChoices(line)} buttons={buttons} />
			{mayAct && line.decision && (
				<TakeBack id={line.decision.id} name={line.reason} at={line.at} />
			)}
		</Group>
	);
};

const Amount = ({ line, wide, selected, onSelect }: LineRowProps) => (
	<Group gap="sm" wrap="nowrap" justify={wide ? 'end' : 'start'}>
		{onSelect && (
			<Checkbox
				aria-label={`Select ${formatName(line)}`}
				checked={selected}
				onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
			/>
		)}
		<Text span fz={wide ? 'inherit' : 16} fw={600} className="tabular unbroken">
			{formatMoney(getLineAmount(line))}
		</Text>
	</Group>
);

/** Renders a statement line, or a payment without a line: its data, state, reason and actions. */
export const LineRow = (props: LineRowProps) => {
	const { line, wide } = props;
	const state = <Badge color={isOpen(line) ? 'yellow' : 'gray'}>{lineRowStates[line.state]}</Badge>;
	const hint = line.decision ? line.suggestions[0]?.reason : undefined;
	const reason = [findLikely(line)?.reason ?? line.reason, hint, line.warning]
		.filter(Boolean)
		.join(' ');
	const receipt = (
		<Text inherit fw={wide ? 400 : 550} className="tabular">
			{line.receipt ?? 'No receipt'}
		</Text>
	);
	// The account says what a payment was for: never cut it off.
	const payer = (
		<Text inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
			{formatPayer(line) || line.details}
		</Text>
	);
	if (wide)
		return (
			<Group component="li" gap={20} wrap="nowrap" p="10px 20px" fz="sm">
				<Stack gap={0} align="end" miw="10.5rem">
					<Amount {...props} />
					<TheirClock line={line} />
					<OurClock line={line} />
				</Stack>
				<Box w="13rem">
					{receipt}
					{payer}
				</Box>
				<Stack gap={2} flex={1} align="start">
					{state}
					{reason}
				</Stack>
				<Actions {...props} />
			</Group>
		);
	return (
		<Stack component="li" gap={2} p="8px 12px 10px" fz={13}>
			<Group gap={8} justify="space-between">
				<Stack gap={2} align="start">
					<Amount {...props} />
					{state}
				</Stack>
				<Actions {...props} />
			</Group>
			<Group gap={8} justify="space-between">
				{receipt}
				<TheirClock line={line} />
			</Group>
			<Group gap={8} justify="space-between" align="start">
				{payer}
				<OurClock line={line} />
			</Group>
			{reason}
		</Stack>
	);
};
