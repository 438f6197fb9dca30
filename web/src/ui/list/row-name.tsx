import type { Link } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { EditableCell } from '../edit/editing.tsx';
import { Handle } from '../order/handle.tsx';
import { LinkText } from '../page/links.tsx';
import { Reason } from '../select/select-box.tsx';

interface RowNameProps {
	row: Named;
	link: Link;
}

/** The name of a row or card, which leads to its item and can be edited in place. */
export const RowName = ({ row, link }: RowNameProps) => (
	<>
		<Handle row={row} />
		<EditableCell row={row} field="name">
			<LinkText {...(link as { to: string })}>{row.name}</LinkText>
		</EditableCell>
		<Reason id={row.id} />
	</>
);
