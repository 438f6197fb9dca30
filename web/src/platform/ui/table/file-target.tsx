import { type DragEvent, type ReactNode, useRef } from 'react';
import classes from '../list.module.css';

interface FileTargetProps {
	/** Called with the id of the row that a file was dropped on; undefined for rows that accept none. */
	onFile: ((id: string, file: File) => void) | undefined;
	/** The rows, as a table or cards. */
	children: ReactNode;
}

/** Accepts a file that is dropped on a row, and outlines the row under the file. */
export const FileTarget = ({ onFile, children }: FileTargetProps) => {
	const target = useRef<HTMLElement>(undefined);
	if (!onFile) return children;
	const mark = (row: HTMLElement | null | undefined) => {
		if (target.current) delete target.current.dataset.over;
		if (row) row.dataset.over = '';
		target.current = row ?? undefined;
	};
	const findRow = ({ target: on, dataTransfer }: DragEvent) =>
		dataTransfer.types.includes('Files')
			? (on as Element).closest<HTMLElement>('[data-row]')
			: undefined;
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the menu of a row does the same
		<div
			className={classes.files}
			onDragOver={(event) => {
				const row = findRow(event);
				if (row) event.preventDefault();
				mark(row);
			}}
			onDragLeave={({ currentTarget, relatedTarget }) => {
				if (!currentTarget.contains(relatedTarget as Node | null)) mark(undefined);
			}}
			onDrop={(event) => {
				const row = findRow(event);
				mark(undefined);
				const [file] = event.dataTransfer.files;
				if (!row?.dataset.row || !file) return;
				event.preventDefault();
				onFile(row.dataset.row, file);
			}}
		>
			{children}
		</div>
	);
};
