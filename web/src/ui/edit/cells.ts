import type { AnyResource } from '#shared/contract/resource.ts';
import { createChanges } from '../../api/changes.ts';

/** What can be edited in a row, where it stands. */
export type CellField = 'name' | 'order_num';

const keyOf = (id: string, field: CellField) => `${id}/${field}`;

/** Which cells of a list are inputs at the moment: one that is being saved may be one while the next is typed in. */
export const createEditing = (resource: AnyResource) => {
	const { subscribe, tell } = createChanges();
	let open: ReadonlySet<string> = new Set();
	const set = (next: Iterable<string>) => {
		open = new Set(next);
		tell();
	};
	return {
		resource,
		subscribe,
		isOpen: (id: string, field: CellField) => open.has(keyOf(id, field)),
		/** Makes a cell an input, or gives that the focus which it is already. */
		open: (id: string, field: CellField) => {
			const key = keyOf(id, field);
			if (!open.has(key)) return set([...open, key]);
			const input = document.querySelector<HTMLInputElement>(`[data-cell="${key}"]`);
			input?.focus();
			input?.select();
		},
		close: (id: string, field: CellField) => {
			const key = keyOf(id, field);
			set([...open].filter((each) => each !== key));
		},
	};
};

export type Editing = ReturnType<typeof createEditing>;
