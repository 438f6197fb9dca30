import { Button, Group, Progress, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { progressWords } from '../../ui/fields/upload-status.tsx';
import type { Sending } from './sending.ts';

/** Describes the state of a file that is not a row yet. */
const stateOf = ({ step, progress, file, words }: Sending) => {
	if (words) return [words.message, words.hint].filter(Boolean).join(' ');
	if (progress?.step === 'waiting')
		return progress.cause === 'offline'
			? 'Offline. Continues when you are back online.'
			: 'Connection lost. Retrying…';
	if (step === 'arrived') return 'Uploaded';
	return progress ? progressWords(progress, file.size) : 'Waiting';
};

interface SendingRowProps {
	file: Sending;
	/** The number of columns after the file name; none on a phone, which has a single column. */
	span: number | undefined;
	onDrop: (key: string) => void;
}

/** Renders a file that is being uploaded or was refused, with its progress and Remove. */
export const SendingRow = memo(({ file, span, onDrop }: SendingRowProps) => {
	const failed = file.step === 'failed' || file.step === 'refused';
	const name = (
		<Text size="sm" c="dimmed" truncate={!span} title={file.path}>
			{file.file.name}
		</Text>
	);
	const state = (
		<Group gap="sm" wrap="nowrap">
			{file.step === 'sending' && (
				<Progress
					w={120}
					flex="none"
					value={((file.progress?.sent ?? 0) / file.file.size) * 100}
					aria-label={`Uploading ${file.file.name}`}
				/>
			)}
			<Text size="sm" c={failed ? 'var(--mantine-color-error)' : 'dimmed'} className="tabular">
				{stateOf(file)}
			</Text>
			<Button
				variant="subtle"
				size="compact-xs"
				flex="none"
				ml="auto"
				aria-label={`Remove ${file.path}`}
				onClick={() => onDrop(file.key)}
			>
				Remove
			</Button>
		</Group>
	);
	return (
		<Table.Tr data-sending={file.step}>
			<Table.Td />
			{span ? (
				<>
					<Table.Td>{name}</Table.Td>
					<Table.Td colSpan={span}>{state}</Table.Td>
				</>
			) : (
				<Table.Td maw={0}>
					{name}
					{state}
				</Table.Td>
			)}
		</Table.Tr>
	);
});
