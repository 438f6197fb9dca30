import { Flex, Group, Stack, Text, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyProps {
	icon: TablerIcon;
	title: string;
	text?: ReactNode;
	/** The next step: one button or link, two at most. */
	action?: ReactNode;
}

/** Renders a notice in place of an empty list, with the first step. */
export const Empty = ({ icon: Icon, title, text, action }: EmptyProps) => (
	<Stack
		align="center"
		gap={0}
		p="48px 24px 56px"
		ta="center"
		bg="var(--ufundi-surface)"
		bd="1px dashed var(--ufundi-line)"
		bdrs="lg"
	>
		<Flex
			align="center"
			justify="center"
			w={56}
			h={56}
			mb="md"
			c="var(--mantine-color-brand-light-color)"
			bg="var(--mantine-color-brand-light)"
			bdrs="50%"
		>
			<Icon size={28} stroke={1.5} aria-hidden />
		</Flex>
		<Title order={2} size="h3">
			{title}
		</Title>
		{text && (
			<Text c="dimmed" maw="42ch" mt={4}>
				{text}
			</Text>
		)}
		{action && (
			<Group justify="center" gap={8} mt={20} className="optional">
				{action}
			</Group>
		)}
	</Stack>
);
