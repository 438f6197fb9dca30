import { Anchor, Flex, Group, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { periodStates, type Reconciliation } from '#shared/contract/finance/periods.ts';
import { OPEN_STATES } from '#shared/contract/finance/reconciliation-query.ts';
import { Badge } from '../../platform/ui/controls.tsx';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { useLast } from '../../platform/ui/loading/on-demand.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { formatOpen } from '../ui/open-lines.ts';
import { FigureParts } from './figure-parts.tsx';

interface FigureProps {
	label: string;
	/** The figure in words. */
	value: string;
	/** Lines of the month are still open. */
	isOpen?: boolean;
	/** Shows the parts of the figure. */
	onOpen: () => void;
}

/** Renders a figure; on a phone a line with the open amount, and the others in small text. */
const Figure = ({ label, value, isOpen, onOpen }: FigureProps) => {
	const wide = useWide();
	const isLine = !wide && isOpen !== undefined;
	return (
		<Flex
			direction={wide ? 'column' : 'row'}
			gap={wide ? 0 : 4}
			align={wide ? 'start' : 'baseline'}
			justify="space-between"
			flex={isLine ? '1 0 100%' : 'none'}
		>
			<Text component="dt" fz={wide ? 13 : isLine ? 14 : 12} c="dimmed">
				{label}
			</Text>
			<Text
				component="dd"
				fz={wide || isLine ? 20 : 12}
				fw={600}
				{...(isOpen && { c: 'var(--mantine-color-error)' })}
			>
				<UnstyledButton
					fz="inherit"
					fw="inherit"
					c="inherit"
					td="underline dotted"
					mih={24}
					aria-label={`Parts of ${label}: ${value}`}
					onClick={onOpen}
				>
					{value}
				</UnstyledButton>
			</Text>
		</Flex>
	);
};

interface MonthBoxProps {
	label?: string;
	children: ReactNode;
}

/** Renders the box of the figures, or of the state of the month. */
export const MonthBox = ({ label, children }: MonthBoxProps) => {
	const wide = useWide();
	return (
		<Stack
			component="section"
			className="boxed"
			gap={wide ? 12 : 0}
			p={wide ? '14px 20px' : '12px 16px 4px'}
			aria-label={label}
		>
			{label && <VisuallyHidden component="h2">{label}</VisuallyHidden>}
			{children}
		</Stack>
	);
};

interface MonthFiguresProps {
	month: Reconciliation;
	/** Scrolls to the state of the month, which phones show below the lines; undefined if it is above them. */
	onClosing: (() => void) | undefined;
	/** State of the month. */
	children: ReactNode;
}

/** Shows the figures of a month: statement, books, and the parts of their difference. */
export const MonthFigures = ({ month, onClosing, children }: MonthFiguresProps) => {
	const { statement, books, difference, not_covered, explained, net, period } = month;
	// A closed month has stored figures, but its lines are those of today.
	const today = period.now ?? month;
	const wide = useWide();
	const covered = statement.covered.length > 0;
	const all = [
		['Statement', statement.in, 'statement_in'],
		['Our records', books.in, 'books'],
		['Difference', difference, 'difference'],
		['Not covered yet', not_covered, 'not_covered'],
		['Explained', explained, 'explained'],
		['Money out', statement.out, 'statement_out'],
		['Net', net, 'net'],
	] as const;
	const [parts, setParts] = useState<{ label: string; figure: string }>();
	const shown = useLast(parts);
	const isOpen = OPEN_STATES.some((state) => today.states[state].count > 0);
	const known = covered ? all : all.filter(([label]) => label === 'Our records');
	// Phones leave out parts of 0, so that lines are in sight.
	const figures = known.filter(
		([label, amount]) => wide || amount !== 0 || label === 'Statement' || label === 'Our records',
	);
	const open = covered && (
		<Figure
			label="Still to decide"
			value={formatOpen(today)}
			isOpen={isOpen}
			onOpen={() => setParts({ label: 'Still to decide', figure: 'unexplained' })}
		/>
	);
	return (
		<MonthBox label="The month">
			<Group component="dl" gap={wide ? '8px 32px' : '2px 12px'}>
				{!wide && open}
				{figures.map(([label, amount, figure]) => (
					<Figure
						key={label}
						label={label}
						value={formatMoney(amount)}
						onOpen={() => setParts({ label, figure })}
					/>
				))}
				{wide && open}
			</Group>
			{wide && children}
			{!wide && onClosing && (
				<Anchor
					component="button"
					type="button"
					size="sm"
					mih={44}
					w="fit-content"
					onClick={onClosing}
				>
					<Group component="span" gap={8}>
						<Badge color="gray">{periodStates[period.state]}</Badge> Closing the month
						<IconChevronDown size={16} aria-hidden />
					</Group>
				</Anchor>
			)}
			{shown && (
				<FigureParts
					opened={parts !== undefined}
					onClose={() => setParts(undefined)}
					month={month.month}
					{...shown}
				/>
			)}
		</MonthBox>
	);
};
