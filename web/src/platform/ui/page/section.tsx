import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ForEditors } from './for-editors.tsx';
import { LinkButton, LinkText } from './links.tsx';
import classes from './section.module.css';

interface SectionProps {
	title: string;
	/** The address that the title leads to. */
	to?: { to: string };
	/** A link to the full list, or a button that adds an item. */
	aside?: ReactNode;
	/** Renders the content in a box. */
	boxed?: boolean;
	children: ReactNode;
}

/** Renders a section of a page with a heading. */
export const Section = ({ title, to, aside, boxed = false, children }: SectionProps) => (
	<section aria-label={title} className={classes.section}>
		<Group justify="space-between" gap="4px 12px" mih={36} mb={6}>
			<Title order={2} size="h3">
				{to ? <LinkText {...(to as { to: '/' })}>{title}</LinkText> : title}
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

interface TwoColumnsProps {
	/** Whether the wide part is the first or the last. */
	wide: 'first' | 'last';
	children: ReactNode;
}

/** Renders a wide and a narrow part of a page side by side; below each other on a phone. */
export const TwoColumns = ({ wide, children }: TwoColumnsProps) => (
	<div className={classes.columns} data-wide={wide}>
		{children}
	</div>
);

/** Renders a list with one line for each item. */
export const Lines = ({ label, children }: { label: string; children: ReactNode }) => (
	<ul aria-label={label} className={`boxed ruled ${classes.lines}`}>
		{children}
	</ul>
);

interface LineProps {
	/** The name, as a link. */
	name: ReactNode;
	/** Secondary text. */
	about?: ReactNode;
	/** The state at the end; null keeps its space. */
	children?: ReactNode;
}

/** Renders a line with a name, secondary text, and a state at the end. */
export const Line = ({ name, about, children }: LineProps) => (
	<li>
		<Text span inherit miw={0} fw={500} className={classes.name}>
			{name}
		</Text>
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
	/** Maximum number of lines. */
	most: number;
	/** Link to the full list. */
	all: { to: string };
	/** Text for an empty list, and the link to add the first item. */
	none: readonly [says: string, words: string, add: { to: string }];
	/** A `Line` with its key. */
	children: (row: Row) => ReactNode;
}

/** Renders the first of many rows as `Lines`, with a link to the full list. */
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
