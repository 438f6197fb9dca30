import { Box, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { Link } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { Skeleton } from '../loading/loading.tsx';
import { TableSkeleton, TwoLines, twoLines } from './narrow-rows.tsx';
import { PageBox, usePaged } from './pager.tsx';
import { OneRow, rowProps, useRowBusy, useWide } from './row.tsx';
import { RowName } from './row-actions.tsx';
import { SelectBox } from './select-box.tsx';
import { useShown } from './selection.ts';

/** Groups the rows of a list, with a heading for each group. */
export interface Groups<Row> {
	of: (row: Row) => string;
	words: Readonly<Record<string, string>>;
}

const inGroups = <Row,>(rows: readonly Row[], groups: Groups<Row> | undefined) => {
	if (!groups) return rows;
	const byGroup = Map.groupBy(rows, groups.of);
	return Object.keys(groups.words).flatMap((group) => byGroup.get(group) ?? []);
};

const COLUMNS = { base: 1, sm: 2, lg: 3 };

interface CardGridProps<Row> {
	/** Names the list for screen readers: 'Courses'. */
	label: string;
	rows: readonly Row[];
	/** A change of the row is being saved. */
	isBusy?: (row: Row) => boolean;
	/** Shows cards of one group together under the heading of the group, in the order of `words`. */
	groups?: Groups<Row> | undefined;
	/** Returns an `ItemCard`. Must stay the same function, or all cards render again. */
	children: (row: Row) => ReactNode;
}

/** Renders cards in up to three columns, 100 on a page. */
export const CardGrid = <Row extends { id: string }>(props: CardGridProps<Row>) => {
	const { label, rows, isBusy, groups, children } = props;
	const wide = useWide();
	const whole = useMemo(() => inGroups(rows, groups), [rows, groups]);
	const { shown, pager, top } = usePaged(whole);
	useShown(shown, whole);
	const list = (cards: readonly Row[], name: string) => {
		const items = cards.map((row) => (
			<OneRow key={row.id} row={row} busy={isBusy?.(row) ?? false} draw={children} />
		));
		return wide || groups ? (
			<SimpleGrid component="ul" aria-label={name} cols={COLUMNS} spacing="md">
				{items}
			</SimpleGrid>
		) : (
			<ul aria-label={name} className={twoLines}>
				{items}
			</ul>
		);
	};
	return (
		<PageBox top={top}>
			{groups ? (
				<Stack gap={28}>
					{[...Map.groupBy(shown, groups.of)].map(([group, cards]) => (
						<section key={group}>
							<Title order={2} fz="sm" c="dimmed" mb={10}>
								{groups.words[group]}
							</Title>
							{list(cards, `${label}: ${groups.words[group]}`)}
						</section>
					))}
				</Stack>
			) : (
				list(shown, label)
			)}
			{pager}
		</PageBox>
	);
};

interface ItemCardProps {
	row: Named;
	/** The address that the name leads to. */
	link: Link;
	/** `StatusBadge`, `AccessBadge` and the like. */
	badges?: ReactNode;
	/** A `RowMore` in the corner. */
	more?: ReactNode;
	/** The facts of the item. */
	children?: ReactNode;
	/** `ButtonsOf` or `RowActions`; on a phone they take the place of `more`. */
	actions?: ReactNode;
	/** Shows the whole card on a phone too, in place of two lines. */
	whole?: boolean;
}

/** Renders an item as a card: name, badges, facts, and actions along the bottom. On a phone two lines, unless `whole`. */
export const ItemCard = (props: ItemCardProps) => {
	const { row, link, badges, more, children, actions, whole = false } = props;
	if (useWide() || whole) return <Card {...props} />;
	return (
		<TwoLines
			row={row}
			name={<RowName row={row} link={link} />}
			caption={
				<>
					{badges}
					{children}
				</>
			}
			more={more ?? actions}
		/>
	);
};

const Card = ({ row, link, badges, more, children, actions }: ItemCardProps) => {
	const busy = useRowBusy();
	return (
		<Paper
			{...rowProps(row.id, busy)}
			component="li"
			withBorder
			radius="lg"
			p="md"
			opacity={busy ? 0.7 : 1}
		>
			<Stack gap={10} h="100%">
				<Group justify="space-between" align="flex-start" gap={12} wrap={more ? 'nowrap' : 'wrap'}>
					<Group gap={12} align="flex-start" wrap="nowrap" miw={0} maw="100%">
						<SelectBox row={row} />
						<Title order={2} fz="md" fw={620} textWrap="wrap" style={{ overflowWrap: 'anywhere' }}>
							<RowName row={row} link={link} handle />
						</Title>
					</Group>
					{badges && <Group gap={4}>{badges}</Group>}
					{more && <Box m="-8px -8px -8px 0">{more}</Box>}
				</Group>
				<Text component="div" size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
					{children}
				</Text>
				{actions && <Group gap={6}>{actions}</Group>}
			</Stack>
		</Paper>
	);
};

/** Renders the facts of a card in small text; on a phone they join the other facts in one line. */
export const Facts = ({ children }: { children: ReactNode }) =>
	useWide() ? (
		<Group gap="4px 16px" c="dimmed" mb={8}>
			{children}
		</Group>
	) : (
		children
	);

/** Renders the skeleton of a `CardGrid`. */
export const CardGridSkeleton = () =>
	useWide() ? (
		<SimpleGrid cols={COLUMNS} spacing="md">
			{Array.from({ length: 6 }, (_, index) => (
				<Paper key={index} withBorder radius="lg" p="md" h={172}>
					<Skeleton height={20} width="65%" marginBottom={12} />
					<Skeleton height={12} marginBottom={8} />
					<Skeleton height={12} width="80%" marginBottom={24} />
					<Skeleton height={36} width="90%" marginTop="auto" />
				</Paper>
			))}
		</SimpleGrid>
	) : (
		<TableSkeleton />
	);
