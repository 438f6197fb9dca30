import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
	/** The name of the secret: 'Link', 'Key'. */
	label: string;
	value: string;
	/** The expiry, and a note that the secret will not be shown again. */
	children: ReactNode;
}

/** Renders a secret that is shown only once, with a button that copies it. */
export const ShownOnce = ({ label, value, children }: ShownOnceProps) => (
	<div>
		<Text size="sm" fw={500} mb={4}>
			{label}
		</Text>
		<Group
			wrap="nowrap"
			gap={8}
			p={8}
			pl={14}
			bd="1px solid var(--ufundi-field-line)"
			bg="var(--ufundi-page)"
			style={{ borderRadius: 8 }}
		>
			<Text
				span
				data-secret
				flex={1}
				ff="monospace"
				fz={13}
				style={{ overflowWrap: 'anywhere', userSelect: 'all' }}
			>
				{value}
			</Text>
			<CopyButton value={value} label={`Copy the ${label.toLowerCase()}`} />
		</Group>
		<Text size="sm" c="dimmed" mt={8}>
			{children}
		</Text>
	</div>
);
