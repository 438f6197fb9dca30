import { type ReactNode, useMemo } from 'react';
import type { Link } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import turned from '../list/list.module.css';
import { usePaged } from '../list/paged.tsx';
import { RowName } from '../list/row-name.tsx';
import { Skeleton } from '../loading/skeleton.tsx';
import selecting from '../select/select.module.css';
import { SelectBox } from '../select/select-box.tsx';
import { useShown } from '../select/selection.ts';
import { useWide } from '../table/shape.ts';
import classes from './card-grid.module.css';
import { OneRow, rowProps } from './one-row.tsx';
import { useRowBusy } from './row-busy.tsx';
import { LinesSkeleton, lines, TwoLines } from './two-lines.tsx';

/** What the rows of a list are grouped by, and the words for each. */
export interface Groups<Row> {
	of: (row: Row) => string;
	words: Readonly<Record<string, string>>;
}

const inGroups = <Row,>(rows: readonly Row[], groups: Groups<Row> | undefined) => {
	if (!groups) return rows;
	const found = Map.groupBy(rows, groups.of);
	return Object.keys(groups.words).flatMap((group) => found.get(group) ?? []);
};

interface CardGridProps<Row> {
	/** Names the list for screen readers: 'Courses'. */
	label: string;
	rows: readonly Row[];
	/** A change of the row is under way. */
	isBusy?: (row: Row) => boolean;
	/** Cards of one kind stand together, under its words and in the order of these; within, they keep theirs. */
	groups?: Groups<Row> | undefined;
	/** An `ItemCard`. Has to stay the same function, or all cards are drawn anew. */
	children: (row: Row) => ReactNode;
}

/** Cards in two columns, three at large width, on a phone rows of two lines; a page of them where there are many. */
export const CardGrid = <Row extends { id: string }>(props: CardGridProps<Row>) => {
	const { label, rows, isBusy, groups, children } = props;
	const wide = useWide();
	const whole = useMemo(() => inGroups(rows, groups), [rows, groups]);
	const { shown, pager, top } = usePaged(whole);
	useShown(shown, whole);
	const list = (cards: readonly Row[], name: string) => (
		<ul aria-label={name} className={wide ? classes.grid : lines}>
			{cards.map((row) => (
				<OneRow key={row.id} row={row} busy={isBusy?.(row) ?? false} draw={children} />
			))}
		</ul>
	);
	return (
		<div ref={top} className={turned.rows}>
			{groups
				? [...Map.groupBy(shown, groups.of)].map(([group, cards]) => (
						<section key={group} className={classes.group}>
							<h2 className={classes.groupName}>{groups.words[group]}</h2>
							{list(cards, `${label}: ${groups.words[group]}`)}
						</section>
					))
				: list(shown, label)}
			{pager}
		</div>
	);
};

interface ItemCardProps {
	row: Named;
	/** Where its name leads. */
	link: Link;
	/** `StatusBadge`, `AccessBadge` and the like. */
	badges?: ReactNode;
	/** A `RowMore`, in the corner. */
	more?: ReactNode;
	/** What else there is to know. */
	children?: ReactNode;
	/** `ButtonsOf` it, or `RowActions`; on a phone in place of `more`. */
	actions?: ReactNode;
}

/** One thing of a list as a card: name and badges, facts, and actions along the bottom. On a phone two lines. */
export const ItemCard = (props: ItemCardProps) => {
	const { row, link, badges, more, children, actions } = props;
	if (useWide()) return <Card {...props} />;
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

const Card = ({ row, link, badges, more, children, actions }: ItemCardProps) => (
	<li {...rowProps(row.id, useRowBusy())} className={classes.card}>
		<div className={classes.head}>
			<div className={`${classes.title} ${selecting.head}`}>
				<SelectBox row={row} />
				<h2 className={classes.name}>
					<RowName row={row} link={link} />
				</h2>
			</div>
			{badges && <div className={classes.badges}>{badges}</div>}
			{more && <div className={classes.more}>{more}</div>}
		</div>
		<div className={classes.body}>{children}</div>
		{actions && <div className={classes.actions}>{actions}</div>}
	</li>
);

/** What there is to know of a card's thing beside its name, in small. */
export const Facts = ({ children }: { children: ReactNode }) =>
	useWide() ? <p className={classes.facts}>{children}</p> : children;

/** Switches of one thing, side by side. */
export const Switches = ({ children }: { children: ReactNode }) => (
	<div className={classes.switches}>{children}</div>
);

/** The shape of a `CardGrid` that is on its way. */
export const CardGridSkeleton = () =>
	useWide() ? (
		<div className={classes.grid}>
			{Array.from({ length: 6 }, (_, index) => (
				<div key={index} className={classes.card}>
					<Skeleton height={20} width="65%" marginBottom={12} />
					<Skeleton height={12} marginBottom={8} />
					<Skeleton height={12} width="80%" marginBottom={24} />
					<Skeleton height={36} width="90%" marginTop="auto" />
				</div>
			))}
		</div>
	) : (
		<LinesSkeleton />
	);
