import type { Link } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { useOrdering } from '../order/ordering.ts';
import { LinkText } from '../page/links.tsx';
import { Reason } from '../select/select-box.tsx';

interface RowNameProps {
	row: Named;
	link: Link;
}

/** Renders the name of a row or card as a link to its item, with the drag handle and the reason of a failure. */
export const RowName = ({ row, link }: RowNameProps) => {
	const Handle = useOrdering()?.Handle;
	return (
		<>
			{Handle && <Handle row={row} />}
			<LinkText {...(link as { to: string })}>{row.name}</LinkText>
			<Reason id={row.id} />
		</>
	);
};
