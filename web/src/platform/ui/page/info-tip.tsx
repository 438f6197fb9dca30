import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** Renders an ⓘ that opens a note about the values next to it. */
export const InfoTip = ({ label, children }: { label: string; children: string }) => (
	<Popover position="bottom-start" width={300} shadow="md" portalProps={{ target: '#main' }}>
		<Popover.Target>
			<ActionIcon
				size={28}
				my={-4}
				title={label}
				aria-label={label}
				style={{ verticalAlign: 'middle' }}
			>
				<IconInfoCircle size={18} aria-hidden />
			</ActionIcon>
		</Popover.Target>
		<Popover.Dropdown aria-label={label}>
			<Text size="sm">{children}</Text>
		</Popover.Dropdown>
	</Popover>
);
