import { Button, Group, SimpleGrid, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { product } from '../../product.ts';
import { saveFile } from '../../ui/files/save-file.ts';

/** Shows new recovery codes, which are not shown again. */
export const RecoveryCodes = ({
	codes,
	onClose,
}: {
	codes: readonly string[];
	onClose: () => void;
}) => {
	const text = [`Recovery codes for ${product}`, '', ...codes, ''].join('\n');
	const { copied, copy } = useClipboard({ timeout: 2000 });
	return (
		<>
			<Text mb="md">
				If you lose your phone, sign in with one of these codes. Each code works once. Keep them
				away from your phone. They are not shown again.
			</Text>
			<SimpleGrid
				component="ul"
				className="boxed"
				cols={2}
				spacing="md"
				verticalSpacing={6}
				p="md"
				ff="monospace"
				fz="sm"
				aria-label="Recovery codes"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</SimpleGrid>
			<Group mt="xs" gap="xs">
				<Button
					variant="default"
					size="xs"
					leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} aria-hidden />}
					onClick={() => copy(codes.join('\n'))}
				>
					{copied ? 'Copied' : 'Copy'}
				</Button>
				<Button
					variant="default"
					size="xs"
					leftSection={<IconDownload size={16} aria-hidden />}
					onClick={() => saveFile([text], 'recovery-codes.txt', 'text/plain')}
				>
					Save as file
				</Button>
			</Group>
			<Group justify="flex-end" mt="lg">
				<Button onClick={onClose}>I saved the codes</Button>
			</Group>
		</>
	);
};
