import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ForEditors } from './for-editors.tsx';
import { LinkButton, LinkText } from './links.tsx';
import classes from './section.module.css';

interface SectionProps {
	title: string;
	/** Leads on to all of it, or adds to it. */
	aside?: ReactNode;
	/** Its content lies on a surface of its own. */
	boxed?: boolean;
	children: ReactNode;
}

/** Renders a section of a page with a heading. */
export const Section = ({ title, aside, boxed = false, children }: SectionProps) => (
	<section aria-label={title} className={classes.section}>
		<Group justify="space-between" gap="4px 12px" mih={36} mb={6}>
			<Title order={2} size="h3">
				{title}
			</Title>
			{aside}
		</Group>
		{boxed ? (
			<Box className="boxed" px={20} py="md">
				{children}
			</Box>
		) : (
			children
		)}
	</section>
);

interface DescriptionsProps {
	/** Each under what it is called. */
	of: Readonly<Record<string, ReactNode>>;
	/** CSS class of the list; without one it is a grid. */
	className?: string | undefined;
	/** Least width of a column of the grid. */
	min?: string;
	/** They are the names of things. */
	strong?: boolean;
}

/** Renders a description list. */
export const Descriptions = ({ of, className = '', min, strong }: DescriptionsProps) => (
	<dl
		className={`${classes.descriptions} ${className}`}
		data-strong={strong || undefined}
		style={
			min
				? {
						display: 'grid',
						gap: '16px 32px',
						marginBlock: 16,
						gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${min}), 1fr))`,
					}
				: {}
		}
	>
		{Object.entries(of).map(([name, value]) => (
			<div key={name}>
				<dt>{name}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
);

interface BesideProps {
	/** The wide part first, or the narrow one. */
	wide: 'first' | 'last';
	children: ReactNode;
}

/** Two parts of a page beside each other where there is room, one of them narrow; below each other on a phone. */
export const Beside = ({ wide, children }: BesideProps) => (
	<div className={classes.beside} data-wide={wide}>
		{children}
	</div>
);

/** Things of one kind below each other, a line each. */
export const Lines = ({ label, children }: { label: string; children: ReactNode }) => (
	<ul aria-label={label} className={classes.lines}>
		{children}
	</ul>
);

interface LineProps {
	/** Its name, which leads to it. */
	name: ReactNode;
	/** Secondary text. */
	about?: ReactNode;
	/** Keeps its room where there is none just now. */
	children?: ReactNode;
}

/** Renders a line with a name, secondary text, and a state at the end. */
export const Line = ({ name, about, children }: LineProps) => (
	<li>
		<span className={classes.name}>{name}</span>
		{about && (
			<Text span fz={13} c="dimmed" miw={0} className={`tabular ${classes.about}`}>
				{about}
			</Text>
		)}
		{children !== undefined && (
			<Group component="span" gap={6} miw={{ sm: '6.5rem' }} justify={'flex-end'}>
				{children}
			</Group>
		)}
	</li>
);

interface ShortLinesProps<Row> {
	label: string;
	rows: readonly Row[];
	/** As many as are read at a glance. */
	most: number;
	/** Link to the full list. */
	all: { to: string };
	/** Text for an empty list, and the link to add the first item. */
	none: readonly [says: string, words: string, add: { to: string }];
	/** A `Line` with its key. */
	children: (row: Row) => ReactNode;
}

/** `Lines` of the first of many, which lead on to the others. */
export const ShortLines = <Row,>({
	label,
	rows,
	most,
	all,
	none,
	children,
}: ShortLinesProps<Row>) => {
	const [says, words, add] = none;
	if (rows.length === 0)
		return (
			<Group gap="xs">
				<Text size="sm" c="dimmed">
					{says}
				</Text>
				<ForEditors>
					<LinkButton {...(add as { to: '/' })} variant="light" size="xs">
						{words}
					</LinkButton>
				</ForEditors>
			</Group>
		);
	return (
		<Lines label={label}>
			{rows.slice(0, most).map(children)}
			{rows.length > most && (
				<Line
					name={<LinkText {...(all as { to: '/' })}>{`and ${rows.length - most} more`}</LinkText>}
				/>
			)}
		</Lines>
	);
};
