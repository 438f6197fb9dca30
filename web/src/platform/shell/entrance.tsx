import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { product } from '../../product.ts';
import { Logo } from './logo.tsx';

interface EntranceProps {
	/** The heading, and the title of the browser tab. */
	title: string;
	text?: ReactNode;
	children?: ReactNode;
}

/** Renders a screen outside the console: a card under the product's name. */
export const Entrance = ({ title, text, children }: EntranceProps) => {
	useEffect(() => {
		document.title = `${title} · ${product}`;
	}, [title]);
	return (
		<Stack
			component="main"
			align="center"
			gap="lg"
			mih="100dvh"
			px="md"
			py={{ base: 24, sm: '12dvh' }}
		>
			<Group gap={10} fz="1.25rem" fw={680}>
				<Logo />
				{product}
			</Group>
			<Paper
				withBorder
				radius="lg"
				bg="var(--ufundi-surface)"
				p={{ base: 'md', sm: 28 }}
				w="100%"
				maw={420}
			>
				<Box mb={20} style={{ overflowWrap: 'anywhere' }}>
					<Title order={1} size="h2">
						{title}
					</Title>
					{text && (
						<Text c="dimmed" mt={4}>
							{text}
						</Text>
					)}
				</Box>
				{children}
			</Paper>
		</Stack>
	);
};
