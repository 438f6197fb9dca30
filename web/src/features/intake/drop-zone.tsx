import { Button, FileButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { paperExtensions } from '#shared/contract/file-types.ts';
import { type Chosen, chosenFiles, droppedFiles } from './folder.ts';
import classes from './intake.module.css';

type Take = (chosen: readonly Chosen[]) => void;

const ACCEPT = paperExtensions.map((extension) => `.${extension}`).join(',');

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/** Files that are dropped anywhere on the page are taken; it says so while they are over it. */
export const useDrop = (take: Take) => {
	const show = (over: boolean) => document.documentElement.toggleAttribute('data-dropping', over);
	useWindowEvent('dragover', (event) => {
		if (!holdsFiles(event)) return;
		event.preventDefault();
		show(true);
	});
	useWindowEvent('dragleave', ({ relatedTarget }) => {
		// From one part of the page to the next they are still over it.
		if (!relatedTarget) show(false);
	});
	useWindowEvent('drop', (event) => {
		if (!event.dataTransfer || !holdsFiles(event)) return;
		event.preventDefault();
		show(false);
		void droppedFiles(event.dataTransfer).then(take);
	});
	useEffect(() => () => document.documentElement.removeAttribute('data-dropping'), []);
};

interface ChooseProps {
	onChosen: Take;
	/** Beside what is there already. */
	more?: boolean;
	busy?: boolean;
}

/** The two ways to choose: files, or a folder with all that lies in it. */
export const Choose = ({ onChosen, more = false, busy = false }: ChooseProps) => {
	const reset = useRef<() => void>(null);
	const take = (files: File | File[] | null) => {
		const chosen = chosenFiles([files ?? []].flat());
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
						leftSection={<IconUpload size={18} aria-hidden />}
					>
						{more ? 'Add files' : 'Choose files'}
					</Button>
				)}
			</FileButton>
			<FileButton multiple onChange={take} inputProps={{ webkitdirectory: '' } as object}>
				{(button) => (
					<Button {...button} {...looks} leftSection={<IconFolder size={18} aria-hidden />}>
						{more ? 'Add a folder' : 'Choose a folder'}
					</Button>
				)}
			</FileButton>
		</>
	);
};

/** Where papers are dropped; all of the page takes them. */
export const DropZone = (props: ChooseProps) => (
	<section className={classes.zone} aria-label="Add papers">
		<p className={classes.zoneTitle}>
			<span className={classes.droppable}>Drop papers here, or a folder of them</span>
			<span className={classes.choosable}>Choose the papers to add</span>
		</p>
		<p>
			PDF and Word files. What their names and first pages say is filled in; you look at it before
			anything is saved.
		</p>
		<div className={classes.choose}>
			<Choose {...props} />
		</div>
	</section>
);
