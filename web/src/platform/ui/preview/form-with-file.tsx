import { ActionIcon, Box, Button, Flex, Group, Text } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconEye, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import { buildDescribedFileQuery } from '../../api/file-info.ts';
import { formatFileSize } from '../files/file-words.ts';
import { PreviewBody } from './lazy-preview-body.tsx';

/** Minimum width for a form and a readable page. */
const ROOM = '(min-width: 80em)';

/** Renders one of our PDFs in a panel, which can be hidden because data is metered. The choice is kept on this device. */
const Panel = ({ url }: { url: string }) => {
	const [shown, show] = useLocalStorage({
		key: 'ufundi-file-beside',
		defaultValue: true,
		getInitialValueInEffect: false,
	});
	const [attempt, setAttempt] = useState(0);
	const { data: info } = useQuery(buildDescribedFileQuery(url));
	const name = info?.name ?? 'PDF file';
	return (
		<Flex
			component="aside"
			direction="column"
			pos="sticky"
			top="calc(var(--ufundi-header) + 16px)"
			flex={1}
			miw={0}
			// Keeps the page buttons in view without scrolling, below the header of the screen.
			h={shown ? 'max(480px, calc(100dvh - 350px))' : 'auto'}
			className="boxed"
			style={{ overflow: 'hidden' }}
			aria-label={name}
		>
			<Group gap={10} wrap="nowrap" mih={44} p="4px 8px 4px 16px">
				<Text span inherit truncate fw={500} title={name}>
					{name}
				</Text>
				<Text span flex="1 0 auto" size="sm" c="dimmed">
					{info?.size !== undefined && formatFileSize(info.size)}
				</Text>
				{shown && (
					<ActionIcon title="Hide" aria-label="Hide the file" onClick={() => show(false)}>
						<IconX size={20} aria-hidden />
					</ActionIcon>
				)}
			</Group>
			{shown ? (
				<PreviewBody
					key={`${url} ${attempt}`}
					url={url}
					name={name}
					isNextToForm
					onRetry={() => setAttempt((count) => count + 1)}
					instead={null}
				/>
			) : (
				<Flex align="center" justify="center" mih={200} p="lg" bg="var(--ufundi-page)">
					<Button
						variant="light"
						leftSection={<IconEye size={18} aria-hidden />}
						onClick={() => show(true)}
					>
						Show next to the form
					</Button>
				</Flex>
			)}
		</Flex>
	);
};

/** Renders a form with its PDF next to it, on screens with room for both. */
export const FormWithFile = ({ url, children }: { url: unknown; children: ReactNode }) => {
	const room = useMediaQuery(ROOM, undefined, { getInitialValueInEffect: false });
	const pdf = typeof url === 'string' && OWN_FILE.exec(url)?.[2] === 'pdf' ? url : undefined;
	const isBeside = room && pdf !== undefined;
	return (
		<Flex align="start" gap="lg" data-beside={isBeside || undefined}>
			<Box flex={isBeside ? '0 1 640px' : 1} miw={0}>
				{children}
			</Box>
			{isBeside && <Panel key={pdf} url={pdf} />}
		</Flex>
	);
};
