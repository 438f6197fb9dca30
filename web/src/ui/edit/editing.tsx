import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { Named } from '../../api/cached-rows.ts';
import { usePart } from '../../api/part.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { useSelection } from '../select/selection.ts';
import { type CellField, createEditing, type Editing } from './cells.ts';

const EditingContext = createContext<Editing | undefined>(undefined);

/** What of the list around can be edited in its rows; nothing for those who may not. */
export const useEditing = () => useContext(EditingContext);

/** Around a list of content whose rows are edited where they stand: names and orders, by who may. */
export const EditingInRows = ({
	resource,
	children,
}: {
	resource: AnyResource;
	children: ReactNode;
}) => {
	const [editing] = useState(() => createEditing(resource));
	return <EditingContext value={useMayEdit() ? editing : undefined}>{children}</EditingContext>;
};

interface CellProps {
	row: Named;
	field: CellField;
	/** What stands there while nobody edits it. */
	children: ReactNode;
}

const never = () => () => {};

const Open = ({ row, field, editing, children }: CellProps & { editing: Editing }) => {
	const selection = useSelection();
	const { data: part } = usePart('cell editor', () => import('./cell-editor.tsx'), {
		patient: true,
	});
	if (!part) return children;
	const shown = selection?.shown() ?? [];
	return <part.CellEditor row={row} field={field} editing={editing} shown={shown} />;
};

/** A cell that can become an input. */
export const EditableCell = (props: CellProps) => {
	const { row, field, children } = props;
	const editing = useEditing();
	const isOpen = useSyncExternalStore(
		editing?.subscribe ?? never,
		() => editing?.isOpen(row.id, field) ?? false,
	);
	return editing && isOpen ? <Open {...props} editing={editing} /> : children;
};
