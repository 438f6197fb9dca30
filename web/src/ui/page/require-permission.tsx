import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Permission, roleLabel } from '#shared/contract/access.ts';
import { useAccount } from '../../api/account.ts';
import { Empty } from '../loading/empty.tsx';
import { LinkButton } from './links.tsx';
import { Page } from './page.tsx';

interface RequirePermissionProps {
	/** Undefined for what everybody may. */
	permission: Permission | undefined;
	children: ReactNode;
}

/** A screen that not every role can use; who cannot is told why, and led back. */
export const RequirePermission = ({ permission, children }: RequirePermissionProps) => {
	const account = useAccount();
	if (!account || !permission || account.permissions.includes(permission)) return children;
	return (
		<Page title="No access">
			<Empty
				icon={IconLock}
				title={`Your role, ${roleLabel(account.role)}, cannot use this screen`}
				text="If you need this screen, ask an administrator to change your role."
				action={<LinkButton to="/admin/courses">Go to courses</LinkButton>}
			/>
		</Page>
	);
};

interface ItemOrNewProps<Place> {
	/** The ids in the address, of which that of the item may be `new`. */
	place: Place;
	Item: (place: Place) => ReactNode;
	New: (place: Place) => ReactNode;
}

/** Id segment in the address of a new item. */
const NEW = 'new';

/**
 * The screen of an item, or, where its address says `new`, the one that makes one, for who may: of its parents alone, by
 * which its list is known.
 */
export const ItemOrNew = <Place extends object>(props: ItemOrNewProps<Place>) => {
	const { place, Item, New } = props;
	const parents = Object.entries(place).filter(([, id]) => id !== NEW);
	if (parents.length === Object.keys(place).length) return <Item {...place} />;
	return (
		<RequirePermission permission="content:write">
			<New {...(Object.fromEntries(parents) as Place)} />
		</RequirePermission>
	);
};
