import { SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps extends Pick<SimpleGridProps, 'cols' | 'mt'> {
	/** Values by label; undefined ones are left out, empty ones are 'N/A'. */
	of: Readonly<Record<string, ReactNode>>;
	/** Labels of values that take the whole width on a phone. */
	wide?: readonly string[];
}

/** Renders labelled values in columns. */
export const Facts = ({ of, wide = [], cols = { base: 1, xs: 2 }, mt = 'md' }: FactsProps) => (
	<SimpleGrid component="dl" cols={cols} spacing="lg" verticalSpacing="sm" mt={mt} fz={15}>
		{Object.entries(of).map(
			([label, value]) =>
				value !== undefined && (
					<div key={label} {...(wide.includes(label) && { style: { gridColumn: '1 / -1' } })}>
						<Text component="dt" fz={13} c="dimmed">
							{label}
						</Text>
						<Text component="dd" inherit style={{ overflowWrap: 'anywhere' }}>
							{value === null || value === '' ? 'N/A' : value}
						</Text>
					</div>
				),
		)}
	</SimpleGrid>
);
