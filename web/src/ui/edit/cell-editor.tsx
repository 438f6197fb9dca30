import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import { onDemand } from '../loading/on-demand.tsx';
import type { CellField, Editing } from './cells.ts';
import classes from './edit.module.css';
import { useCellSave } from './use-cell-save.ts';

const [ConflictDialog] = onDemand(() => import('../form/conflict-dialog.tsx'), 'ConflictDialog');

interface CellEditorProps {
	row: Named;
	field: CellField;
	editing: Editing;
	/** The rows on screen, in their order. */
	shown: readonly { id: string }[];
}

const other = { name: 'order_num', order_num: 'name' } as const;

/** So long a menu that led here may take to give the focus back to its button. */
const ARRIVAL_MS = 500;

/** The name of a row, once that stands where the input was. */
const focusRow = (id: string) =>
	setTimeout(() =>
		document
			.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] :is(th, h2) a`)
			?.focus({ preventScroll: true }),
	);

/**
 * The input that a cell becomes: Enter saves, Esc leaves it as it was, Tab saves and goes on to the next row, F2 to
 * the other field of this one. What was refused stays, with the reason; so does an input that somebody has come back
 * to, or types on in, while it is saved.
 */
export const CellEditor = ({ row, field, editing, shown }: CellEditorProps) => {
	const { resource } = editing;
	const label = `${resource.labels[field] ?? field} of ${row.name}`;
	const input = useRef<HTMLInputElement>(null);
	/** Where the person is: in the input, or done with it and waiting for the row, or somewhere else. */
	const at = useRef<'here' | 'row' | 'elsewhere'>('here');
	const done = (chosen = false) => {
		if (!input.current || (at.current === 'here' && !chosen)) return;
		editing.close(row.id, field);
		if (chosen) focusRow(row.id);
	};
	const { text, type, save, saving, wrong, conflict } = useCellSave(resource, row, field, done);
	const arrived = useRef(0);

	useEffect(() => {
		arrived.current = performance.now();
		input.current?.focus();
		input.current?.select();
	}, []);

	const blur = () => {
		const leaves = at.current === 'here';
		if (leaves && performance.now() - arrived.current <= ARRIVAL_MS)
			return void setTimeout(() => input.current?.focus());
		at.current = 'elsewhere';
		if (leaves) void save();
	};
	const here = () => {
		at.current = 'here';
	};

	const saveAndReturn = async () => {
		at.current = 'row';
		const saved = await save();
		if (at.current !== 'row') return;
		if (saved) return focusRow(row.id);
		here();
		input.current?.focus();
	};
	const leave = () => {
		at.current = 'row';
		done();
		focusRow(row.id);
	};
	/** The same cell of the row before or behind, or, with 0, the other field of this one. */
	const goOn = (event: KeyboardEvent, step: -1 | 0 | 1) => {
		const next = shown[shown.findIndex(({ id }) => id === row.id) + step];
		if (!next || (step === 0 && !document.querySelector(`[data-edit="${other[field]}"]`))) return;
		event.preventDefault();
		at.current = 'elsewhere';
		editing.open(next.id, step === 0 ? other[field] : field);
		void save();
	};
	const press = (event: KeyboardEvent) => {
		event.stopPropagation();
		if (event.nativeEvent.isComposing) return;
		if (event.key === 'Enter') {
			event.preventDefault();
			void saveAndReturn();
		}
		if (event.key === 'Escape') leave();
		if (event.key === 'F2') goOn(event, 0);
		if (event.key === 'Tab') goOn(event, event.shiftKey ? -1 : 1);
	};
	return (
		<>
			<TextInput
				ref={input}
				size="xs"
				className={`${classes.cell} ${field === 'order_num' ? classes.order : ''}`}
				data-cell={`${row.id}/${field}`}
				aria-label={label}
				value={text}
				error={wrong}
				aria-busy={saving || undefined}
				autoComplete="off"
				inputMode={field === 'order_num' ? 'numeric' : 'text'}
				onChange={({ currentTarget }) => {
					here();
					type(currentTarget.value);
				}}
				onFocus={here}
				onKeyDown={press}
				onBlur={blur}
			/>
			<ConflictDialog
				opened={conflict !== undefined}
				onClose={() => conflict?.dismiss()}
				resource={resource}
				place={{}}
				conflict={conflict}
			/>
		</>
	);
};
