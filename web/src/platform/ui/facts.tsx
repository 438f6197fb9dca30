import { Box, Group, SimpleGrid, type SimpleGridProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps extends Pick<SimpleGridProps, 'cols' | 'mt' | 'fz'> {
	/** Values by label; undefined ones are left out, empty ones are 'N/A'. */
	of: Readonly<Record<string, ReactNode>>;
	/** Labels of values that take the whole width. */
	wide?: readonly string[];
	/** Renders the values in bold. */
	strong?: boolean;
}

/** Renders labelled values in columns. */
export const Facts = ({ of, wide = [], strong = false, ...props }: FactsProps) => (
	<SimpleGrid
		component="dl"
		cols={{ base: 1, xs: 2 }}
		spacing="lg"
		verticalSpacing="sm"
		mt="md"
		fz={15}
		{...props}
	>
		{Object.entries(of).map(
			([label, value]) =>
				value !== undefined && (
					<Box
						key={label}
						pos="relative"
						{...(wide.includes(label) && { style: { gridColumn: '1 / -1' } })}
					>
						<Text component="dt" fz={13} c="dimmed">
							{label}
						</Text>
						<Text
							component="dd"
							inherit
							fw={strong ? 500 : 400}
							style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
						>
							{value === null || value === '' ? 'N/A' : value}
						</Text>
					</Box>
				),
		)}
	</SimpleGrid>
);

/** Renders labelled values in one line, which wraps on a phone. */
export const FactsLine = ({ of }: Pick<FactsProps, 'of'>) => (
	<Group component="dl" gap="2px 16px" fz={13}>
		{Object.entries(of).map(
			([label, value]) =>
				value !== undefined && (
					<Group key={label} gap={6} wrap="nowrap" align="baseline" miw={0}>
						<Text component="dt" inherit flex="none" c="dimmed">
							{label}
						</Text>
						<Text component="dd" inherit miw={0} style={{ overflowWrap: 'anywhere' }}>
							{value}
						</Text>
					</Group>
				),
		)}
	</Group>
);

/** Renders three labelled values as cards in one line, below each other on a phone. */
export const FactCards = ({ of }: { of: Readonly<Record<string, string>> }) => (
	<SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} spacing={8} my={0} fz="sm">
		{Object.entries(of).map(([label, value]) => (
			<Box key={label} className="boxed" px="sm" py={6} style={{ overflowWrap: 'anywhere' }}>
				<Text component="dt" size="xs" c="dimmed">
					{label}
				</Text>
				<Text component="dd" inherit fw={500}>
					{value}
				</Text>
			</Box>
		))}
	</SimpleGrid>
);
