import { Box, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';
import classes from './dashboard.module.css';

interface SectionProps {
	title: string;
	/** An `InfoTip` next to the heading. */
	hint?: ReactNode;
	children: ReactNode;
}

/** Renders a section of the dashboard with a heading. */
export const Section = ({ title, hint, children }: SectionProps) => (
	<Stack component="section" aria-label={title} gap="sm" mt={28}>
		<Group gap={4} h={22}>
			<Title order={2} size="h3">
				{title}
			</Title>
			{hint}
		</Group>
		{children}
	</Stack>
);

interface PanelProps {
	title: string;
	/** Content at the end of the title line. */
	aside?: ReactNode;
	children: ReactNode;
}

/** Renders a part of a section in a box with a heading. */
export const Panel = ({ title, aside, children }: PanelProps) => (
	<Box className="boxed" p="16px 20px">
		<Group justify="space-between" align="baseline" gap="0 12px">
			<Title order={3} size="h4">
				{title}
			</Title>
			{aside}
		</Group>
		{children}
	</Box>
);

/** Filters of the payments list. */
export type Payments = Omit<TransactionFilters, 'search'>;

interface NumberLinkProps {
	/** Description of the number for screen readers: 'Completed in November 2026'. */
	label: string;
	/** The formatted number: 'KSh 165,000'. */
	value: string;
	/** The payments that sum to the number. */
	filters: Payments;
	/** Makes the whole card around the link clickable; the card needs `position: relative`. */
	wide?: boolean;
}

/** Renders a number that links to its payments. */
export const NumberLink = ({ label, value, filters, wide = false }: NumberLinkProps) => (
	<LinkText
		to="/admin/transactions"
		search={filters}
		className={wide ? `${classes.number} ${classes.wide}` : classes.number}
		aria-label={`${label}: ${value}`}
	>
		{value}
	</LinkText>
);
