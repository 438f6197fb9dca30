import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-grid.module.css';
import { highlightSaved } from './highlight-saved.ts';
import turned from './list/list.module.css';
import { usePaged } from './list/paged.tsx';
import { OneRow } from './one-row.tsx';
import { useRowBusy } from './row-busy.tsx';

interface CardGridProps<Row> {
	/** Names the list for screen readers: 'Courses'. */
	label: string;
	rows: readonly Row[];
	/** A change of the row is under way. */
	isBusy?: (row: Row) => boolean;
	/** An `ItemCard`. Has to stay the same function, or all cards are drawn anew. */
	children: (row: Row) => ReactNode;
}

/** Cards in one column, two at medium width, three at large; a page of them where there are many. */
export const CardGrid = <Row extends { id: string }>(props: CardGridProps<Row>) => {
	const { label, rows, isBusy, children } = props;
	const { shown, pager, top } = usePaged(rows);
	return (
		<div ref={top} className={turned.rows}>
			<ul aria-label={label} className={classes.grid}>
				{shown.map((row) => (
					<OneRow key={row.id} row={row} item={row} busy={isBusy?.(row) ?? false} draw={children} />
				))}
			</ul>
			{pager}
		</div>
	);
};

interface ItemCardProps {
	/** Of the thing. */
	id: string;
	/** The name, as a link to the thing. */
	name: ReactNode;
	/** `StatusBadge`, `AccessBadge` and the like. */
	badges?: ReactNode;
	/** What else there is to know. */
	children?: ReactNode;
	/** Buttons, the most used first. */
	actions?: ReactNode;
}

/** One thing of a list as a card: name and badges, facts, and actions along the bottom. */
export const ItemCard = ({ id, name, badges, children, actions }: ItemCardProps) => (
	<li ref={highlightSaved(id)} className={classes.card} aria-busy={useRowBusy() || undefined}>
		<div className={classes.head}>
			<h2 className={classes.name}>{name}</h2>
			{badges && <div className={classes.badges}>{badges}</div>}
		</div>
		<div className={classes.body}>{children}</div>
		{actions && <div className={classes.actions}>{actions}</div>}
	</li>
);

/** What there is to know of a card's thing beside its name, in small. */
export const Facts = ({ children }: { children: ReactNode }) => (
	<p className={classes.facts}>{children}</p>
);

/** Switches of a card's thing, side by side where there is room. */
export const Switches = ({ children }: { children: ReactNode }) => (
	<div className={classes.switches}>{children}</div>
);

/** The shape of a `CardGrid` that is on its way. */
export const CardGridSkeleton = ({ cards = 6 }: { cards?: number }) => (
	<div className={classes.grid}>
		{Array.from({ length: cards }, (_, index) => (
			<div key={index} className={classes.card}>
				<Skeleton h={20} w="65%" mb="sm" />
				<Skeleton h={12} mb="xs" />
				<Skeleton h={12} w="80%" mb="lg" />
				<Skeleton h={36} w="90%" mt="auto" />
			</div>
		))}
	</div>
);
