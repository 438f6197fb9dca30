import {
	IconDeviceMobileOff,
	IconKey,
	IconLink,
	IconLogout,
	IconMailX,
	IconUserCheck,
	IconUserCog,
	IconUserOff,
} from '@tabler/icons-react';
import type { RowAction } from '../ui/menu/actions.ts';
import { RowMenu } from '../ui/menu/menu.tsx';
import type { PersonRow } from './queries.ts';

/** Actions that open a dialog. */
export type PersonAct =
	| 'role'
	| 'link'
	| 'disable'
	| 'enable'
	| 'endSessions'
	| 'endSecondFactor'
	| 'waysIn'
	| 'uninvite';

interface PersonMenuProps {
	person: PersonRow;
	/** Whether the person is the only administrator. */
	isLastAdmin: boolean;
	onAct: (act: PersonAct) => void;
}

/** Renders the menu of actions on a person, for administrators. */
export const PersonMenu = ({ person, isLastAdmin, onAct }: PersonMenuProps) => {
	const { name, status, self, second_factor } = person;
	const act = (name: PersonAct): Pick<RowAction, 'onClick'> => ({ onClick: () => onAct(name) });
	const actions: (RowAction | false)[] = [
		{ words: 'Change role', icon: IconUserCog, disabled: isLastAdmin, ...act('role') },
		status !== 'disabled' && {
			words: status === 'invited' ? 'New invitation link' : 'Password reset link',
			icon: IconLink,
			...act('link'),
		},
		status !== 'invited' && { words: 'Ways to sign in', icon: IconKey, ...act('waysIn') },
		status === 'active' && {
			words: 'Sign out everywhere',
			icon: IconLogout,
			...act('endSessions'),
		},
		second_factor && {
			words: 'Remove second factor',
			icon: IconDeviceMobileOff,
			...act('endSecondFactor'),
		},
		status === 'disabled' && { words: 'Enable', icon: IconUserCheck, ...act('enable') },
		status === 'active' &&
			!self && {
				words: 'Disable',
				icon: IconUserOff,
				dangerous: true,
				disabled: isLastAdmin,
				...act('disable'),
			},
		status === 'invited' && {
			words: 'Withdraw invitation',
			icon: IconMailX,
			dangerous: true,
			...act('uninvite'),
		},
	];
	return (
		<RowMenu
			label={`Actions for ${name}`}
			note={isLastAdmin ? 'The only administrator cannot be changed' : undefined}
			actions={actions.filter((action) => action !== false)}
		/>
	);
};
