import { type RefObject, useEffect } from 'react';
import type { Named } from '../../api/cached-rows.ts';
import type { CellField, Editing } from '../edit/cells.ts';
import { useEditing } from '../edit/editing.tsx';
import { countOf, type Selection, useSelection } from './selection.ts';

const LONG_MS = 450;
/** A finger that has gone this far scrolls. */
const STILL_PX = 10;

const rowOf = (target: EventTarget | null) =>
	(target as Element | null)?.closest?.<HTMLElement>('[data-row]') ?? null;

/** Steps through the controls of one kind, row by row: the checkboxes, or the switches of a column. */
const walk = (box: HTMLElement, event: KeyboardEvent) => {
	const column = (event.target as HTMLElement).dataset.walk;
	if (!column || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
	const all = [...box.querySelectorAll<HTMLElement>(`[data-walk="${column}"]`)];
	const at = all.indexOf(event.target as HTMLElement);
	const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
	if (to === undefined) return;
	event.preventDefault();
	all[to]?.focus();
};

/** F2, and two clicks beside what leads on, make an input of a name or an order. */
const listenToEdits = (box: HTMLElement, editing: Editing, heard: AbortSignal) => {
	const fieldAt = (target: Element): CellField | undefined => {
		if (target.closest('th, h2')) return 'name';
		return target.closest('td, [data-cell]')?.querySelector('[data-edit=order_num]')
			? 'order_num'
			: undefined;
	};
	const edit = (target: Element, field: CellField | undefined) => {
		const row = rowOf(target);
		if (row?.dataset.row && field) editing.open(row.dataset.row, field);
	};
	box.addEventListener(
		'keydown',
		(event) => {
			const target = event.target as Element;
			// In an input that a cell has become, the key is for that.
			if (event.key !== 'F2' || target.matches('input:not([type=checkbox])')) return;
			edit(target, fieldAt(target) ?? 'name');
		},
		{ signal: heard },
	);
	box.addEventListener(
		'dblclick',
		({ target }) => {
			const on = target as Element;
			if (!on.closest('a, button, input, label')) edit(on, fieldAt(on));
		},
		{ signal: heard },
	);
};

/** What a finger does on rows: a long press begins to select, and from then on a touch does. */
const listenToFingers = (box: HTMLElement, selection: Selection, heard: AbortSignal) => {
	let pressed: { row: HTMLElement; x: number; y: number; timer: number } | undefined;
	let touched = false;
	let selecting = false;
	const toggle = (row: HTMLElement) => {
		const found = selection.shown().find(({ id }) => id === row.dataset.row);
		if (found) selection.toggle(found);
	};
	const end = () => {
		clearTimeout(pressed?.timer);
		pressed = undefined;
	};
	const on = <Name extends keyof HTMLElementEventMap>(
		name: Name,
		hear: (event: HTMLElementEventMap[Name]) => void,
		capture = false,
	) => box.addEventListener(name, hear, { signal: heard, capture });

	on('pointerdown', (event) => {
		end();
		selecting = false;
		touched = event.pointerType === 'touch';
		const row = rowOf(event.target);
		const own = (event.target as Element).closest('[data-select], [data-handle], input');
		if (!touched || !event.isPrimary || !row || own) return;
		const timer = window.setTimeout(() => {
			selecting = true;
			toggle(row);
			navigator.vibrate?.(10);
		}, LONG_MS);
		pressed = { row, x: event.clientX, y: event.clientY, timer };
	});
	on('pointermove', ({ clientX, clientY }) => {
		if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL_PX) end();
	});
	on('pointerup', end);
	on('pointercancel', end);
	on('contextmenu', (event) => {
		if (pressed || selecting) event.preventDefault();
	});
	on(
		'click',
		(event) => {
			const row = rowOf(event.target);
			const taps = touched && countOf(selection.now()) > 0;
			if (!row || (event.target as Element).closest('[data-select]') || !(selecting || taps))
				return;
			event.preventDefault();
			event.stopPropagation();
			// The end of the long press is a click of its own.
			if (!selecting) toggle(row);
			selecting = false;
		},
		true,
	);
	heard.addEventListener('abort', end);
};

/**
 * What the rows of a list do together: arrow keys walk a column of them, Shift selects up to one, fingers select
 * by a long press. `box` is around the rows, each with its id as `data-row`; `whole` are those of the other pages too,
 * where they are known.
 */
export const useRows = (
	box: RefObject<HTMLElement | null>,
	rows: readonly { id: string }[],
	whole: readonly { id: string }[],
) => {
	const selection = useSelection();
	const editing = useEditing();
	useEffect(
		() => selection?.show(rows as readonly Named[], whole as readonly Named[]),
		[selection, rows, whole],
	);
	useEffect(() => {
		const element = box.current;
		if (!element || !selection) return;
		const ends = new AbortController();
		element.addEventListener('keydown', (event) => walk(element, event), { signal: ends.signal });
		listenToFingers(element, selection, ends.signal);
		if (editing) listenToEdits(element, editing, ends.signal);
		return () => ends.abort();
	}, [box, selection, editing]);
};
