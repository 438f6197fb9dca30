import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface SectionProps {
	title: string;
	/** Leads on to all of it, or adds to it. */
	aside?: ReactNode;
	/** Its content lies on a surface of its own. */
	boxed?: boolean;
	children: ReactNode;
}

/** One part of a page under a heading of its own. */
export const Section = ({ title, aside, boxed = false, children }: SectionProps) => (
	<section aria-label={title} className={classes.section}>
		<div className={classes.head}>
			<Title order={2} size="h3">
				{title}
			</Title>
			{aside}
		</div>
		{boxed ? <div className={classes.box}>{children}</div> : children}
	</section>
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
	/** What there is to know of it, in small. */
	about?: ReactNode;
	/** Keeps its room where there is none just now. */
	children?: ReactNode;
}

/** One line: a name, what there is to know of it, and its state at the end. */
export const Line = ({ name, about, children }: LineProps) => (
	<li>
		<span className={classes.name}>{name}</span>
		{about && <span className={classes.about}>{about}</span>}
		{children !== undefined && <span className={classes.state}>{children}</span>}
	</li>
);
