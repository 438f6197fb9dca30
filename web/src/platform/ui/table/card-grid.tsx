import { Stack, Title } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { Link } from '../../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import lists from '../list.module.css';
import { Handle } from '../order/handle.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkText } from '../page/links.tsx';
import { makeRowProps, OneRow, useRowBusy, useWide } from '../row.tsx';
import { SelectBox } from '../selection/select-box.tsx';
import { useShown } from '../selection/selection.ts';
import classes from './cards.module.css';
import { TwoLines, twoLines } from './narrow-rows.tsx';
import { PageBox, usePaged } from './pager.tsx';
import { RowName } from './row-actions.tsx';

/** Groups the rows of a list, with a heading for each group. */
export interface Groups<Row> {
	of: (row: Row) => string;
	words: Readonly<Record<string, string>>;
}

const groupRows = <Row,>(rows: readonly Row[], groups: Groups<Row> | undefined) => {
	if (!groups) return rows;
	const byGroup = Map.groupBy(rows, groups.of);
	return Object.keys(groups.words).flatMap((group) => byGroup.get(group) ?? []);
};

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
	const whole = useMemo(() => groupRows(rows, groups), [rows, groups]);
	const { shown, pager, top } = usePaged(whole);
	useShown(shown, whole);
	const list = (cards: readonly Row[], name: string) => {
		const items = cards.map((row) => (
			<OneRow key={row.id} row={row} busy={isBusy?.(row) ?? false} draw={children} />
		));
		return wide || groups ? (
			<ul aria-label={name} className={classes.cards}>
				{items}
			</ul>
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
	/** The facts of the item. */
	children?: ReactNode;
	/** The switches of the item. */
	switches?: ReactNode;
	/** `RowActions` and the like. */
	actions?: ReactNode;
	/** Shows the whole card on a phone too, in place of two lines. */
	whole?: boolean;
}

/** Renders an item as a card: name, badges, facts, and a line of switches and actions. On a phone two lines, unless `whole`. */
export const ItemCard = (props: ItemCardProps) => {
	const { row, link, badges, children, switches, actions, whole = false } = props;
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
			switches={switches}
			more={actions}
		/>
	);
};

const Card = ({ row, link, badges, children, switches, actions }: ItemCardProps) => {
	const busy = useRowBusy();
	return (
		<li {...makeRowProps(row.id, busy)} className={`boxed ${classes.card}`}>
			<div className={classes.head}>
				<SelectBox row={row} />
				<Handle row={row} />
				<h2 data-words>
					<RowName row={row} link={link} bare />
				</h2>
				{badges && <div className={lists.badges}>{badges}</div>}
			</div>
			<div className={classes.body}>{children}</div>
			<div className={classes.foot}>
				{switches}
				<div className={classes.actions}>{actions}</div>
			</div>
		</li>
	);
};

/** Renders the link to the form of an item on a phone, for people who may edit; wide cards have a button. */
export const EditLink = ({ row, link }: Pick<ItemCardProps, 'row' | 'link'>) => {
	const wide = useWide();
	return useMayEdit() && !wide ? (
		<LinkText {...(link as { to: string })} aria-label={`Edit ${row.name}`}>
			Edit
		</LinkText>
	) : null;
};

/** Renders the facts of a card in small text; on a phone they join the other facts in one line. */
export const Facts = ({ children }: { children: ReactNode }) =>
	useWide() ? <div className={`quiet ${classes.facts}`}>{children}</div> : children;
