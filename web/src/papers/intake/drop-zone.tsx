import { Button, FileButton, Group, Paper, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { paperExtensions } from '#shared/contract/content/files.ts';
import { type Chosen, listChosenFiles, readDroppedFiles } from './folder.ts';
import classes from './intake.module.css';

type Take = (chosen: readonly Chosen[]) => void;

const ACCEPT = paperExtensions.map((extension) => `.${extension}`).join(',');

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Accepts files that are dropped anywhere on the page, and outlines the page while they are over it. */
export const useDrop = (take: Take) => {
	const show = (over: boolean) => document.documentElement.toggleAttribute('data-dropping', over);
	useWindowEvent('dragover', (event) => {
		if (!hasFiles(event)) return;
		event.preventDefault();
		show(true);
	});
	useWindowEvent('dragleave', ({ relatedTarget }) => {
		// Between two elements of the page the files are still over it.
		if (!relatedTarget) show(false);
	});
	useWindowEvent('drop', (event) => {
		if (!event.dataTransfer || !hasFiles(event)) return;
		event.preventDefault();
		show(false);
		void readDroppedFiles(event.dataTransfer).then(take);
	});
	useEffect(() => () => document.documentElement.removeAttribute('data-dropping'), []);
};

interface ChooseProps {
	onChosen: Take;
	/** The page shows other files already. */
	more?: boolean;
	busy?: boolean;
}

/** Renders the two buttons that choose files or a folder. */
export const Choose = ({ onChosen, more = false, busy = false }: ChooseProps) => {
	const reset = useRef<() => void>(null);
	const take = (files: File | File[] | null) => {
		const chosen = listChosenFiles([files ?? []].flat());
		reset.current?.();
		if (chosen.length > 0) onChosen(chosen);
	};
	const looks = { variant: 'default', loading: busy } as const;
	return (
		<>
			<FileButton accept={ACCEPT} multiple onChange={take} resetRef={reset}>
				{(button) => (
					<Button
						{...button}
						{...looks}
						{...(!more && { variant: 'filled' })}
						leftSection={!more && <IconUpload size={18} aria-hidden />}
					>
						{more ? 'Add files' : 'Choose files'}
					</Button>
				)}
			</FileButton>
			<FileButton multiple onChange={take} inputProps={{ webkitdirectory: '' } as object}>
				{(button) => (
					<Button
						{...button}
						{...looks}
						leftSection={!more && <IconFolder size={18} aria-hidden />}
					>
						{more ? 'Add a folder' : 'Choose a folder'}
					</Button>
				)}
			</FileButton>
		</>
	);
};

/** Renders the invitation to drop or choose papers. The whole page accepts dropped files. */
export const DropZone = (props: ChooseProps) => (
	<Paper
		component="section"
		aria-label="Add papers"
		withBorder
		radius="lg"
		px="md"
		py={{ base: 'lg', sm: 40 }}
		mb="lg"
		ta="center"
		style={{ border: '1.5px dashed var(--ufundi-field-line)' }}
	>
		<Text size="lg" fw={600}>
			<span className={classes.droppable}>Drop papers here, or a folder of them</span>
			<span className={classes.choosable}>Choose the papers to add</span>
		</Text>
		<Text c="dimmed" maw="52ch" mx="auto">
			PDF and Word files. Details are read from file names, folders and first pages. You check them
			before anything is saved.
		</Text>
		<Group justify="center" gap="xs" mt="md">
			<Choose {...props} />
		</Group>
	</Paper>
);
