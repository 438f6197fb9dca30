import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './card-grid.module.css';
import { RowBusy } from './row-busy.tsx';
import { showJustSaved } from './show-just-saved.ts';

interface CardGridProps {
	/** Names the list for screen readers: 'Courses'. */
	label: string;
	/** `ItemCard`s. */
	children: ReactNode;
}

/** Cards in one column, two at medium width, three at large. */
export const CardGrid = ({ label, children }: CardGridProps) => (
	<ul aria-label={label} className={classes.grid}>
		{children}
	</ul>
);

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
	/** A change of it is under way. */
	busy?: boolean;
}

/** One thing of a list as a card: name and badges, facts, and actions along the bottom. */
export const ItemCard = ({ id, name, badges, children, actions, busy = false }: ItemCardProps) => (
	<RowBusy busy={busy}>
		<li ref={showJustSaved(id)} className={classes.card} aria-busy={busy || undefined}>
			<div className={classes.head}>
				<h2 className={classes.name}>{name}</h2>
				{badges && <div className={classes.badges}>{badges}</div>}
			</div>
			<div className={classes.body}>{children}</div>
			{actions && <div className={classes.actions}>{actions}</div>}
		</li>
	</RowBusy>
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
