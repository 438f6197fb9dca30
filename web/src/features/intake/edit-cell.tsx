import { Autocomplete, defaultOptionsFilter, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import type { Column, Names } from './columns.ts';
import classes from './grid.module.css';

interface EditCellProps {
	row: IntakeRow;
	column: Column;
	names: Names;
	/** What was typed to begin with, in place of what was there. */
	typed: string | undefined;
	/** Takes a value; then the next cell is so far down and to the right. */
	onSave: (value: unknown, step: readonly [down: number, right: number], all: boolean) => void;
	/** Leaves it as it was. */
	onLeave: () => void;
}

/** A thousand options would take their time to open; what is typed finds the rest. */
const SHOWN = 50;

/**
 * The input that a cell becomes: Enter takes what was typed, or the option that it began, and goes down, Tab to the
 * right, Ctrl and Enter gives it to all selected rows, Esc leaves it as it was. What cannot be taken stays, with the reason.
 */
export const EditCell = ({ row, column, names, typed, onSave, onLeave }: EditCellProps) => {
	const { values } = row;
	const before = column.show(values, names);
	const [text, setText] = useState(typed ?? before);
	const [wrong, setWrong] = useState<string>();
	const input = useRef<HTMLInputElement>(null);
	const over = useRef(false);
	useEffect(() => {
		input.current?.focus();
		if (typed === undefined) input.current?.select();
	}, [typed]);

	const save = (step: readonly [number, number], all = false, chosen = text) => {
		if (over.current) return;
		const read = chosen === before && !all ? undefined : column.read(chosen, values, names);
		if (read && 'wrong' in read) return setWrong(read.wrong);
		over.current = true;
		if (read) onSave(read.value, step, all);
		else onSave(undefined, step, false);
	};
	const leave = () => {
		over.current = true;
		onLeave();
	};
	const press = (event: KeyboardEvent) => {
		event.stopPropagation();
		const { key, shiftKey } = event;
		const back = shiftKey ? -1 : 1;
		const does: Readonly<Record<string, () => void>> = {
			Escape: leave,
			Enter: () => save([back, 0], event.ctrlKey || event.metaKey),
			Tab: () => save([0, back]),
		};
		if (event.nativeEvent.isComposing || !does[key]) return;
		event.preventDefault();
		does[key]();
	};
	const props = {
		ref: input,
		size: 'xs',
		className: classes.editor,
		'aria-label': `${column.label} of ${row.file.name}`,
		value: text,
		error: wrong,
		autoComplete: 'off',
		// Somebody who turns to something else has said what they had to say.
		onBlur: () => save([0, 0]),
	} as const;
	const change = (next: string) => {
		setText(next);
		setWrong(undefined);
	};
	if (!column.options)
		return (
			<TextInput
				{...props}
				inputMode={column.numeric ? 'numeric' : 'text'}
				onChange={({ currentTarget }) => change(currentTarget.value)}
				onKeyDown={press}
			/>
		);
	return (
		<Autocomplete
			{...props}
			data={[...new Set(column.options(values, names))]}
			// Until something is typed, all that it could be.
			filter={({ search, ...input }) =>
				defaultOptionsFilter({
					...input,
					search: search === before ? '' : search,
				}) as typeof input.options
			}
			limit={SHOWN}
			onChange={change}
			onOptionSubmit={(option) => save([1, 0], false, String(option))}
			onKeyDownCapture={(event) => {
				// An option that the arrows have led to is taken by Enter; the list does so itself.
				const id = input.current?.getAttribute('aria-activedescendant') ?? '';
				const led = document.getElementById(id)?.hasAttribute('data-combobox-selected');
				if (event.key === 'Enter' && led && !event.ctrlKey && !event.metaKey) return;
				if (['Enter', 'Tab', 'Escape'].includes(event.key)) press(event);
			}}
			onKeyDown={(event) => event.stopPropagation()}
			comboboxProps={{ width: 'max-content', position: 'bottom-start', zIndex: 150 }}
		/>
	);
};
