import { Menu } from '@mantine/core';
import {
	IconDeviceMobileOff,
	IconLink,
	IconLogout,
	IconMailX,
	IconUserCheck,
	IconUserCog,
	IconUserOff,
} from '@tabler/icons-react';
import { RowMenu } from '../../ui/menu.tsx';
import type { PersonRow } from './person-columns.tsx';

/** What a dialog over the people is open for. */
export type PersonAct =
	| 'role'
	| 'link'
	| 'disable'
	| 'enable'
	| 'endSessions'
	| 'endSecondFactor'
	| 'uninvite';

interface PersonMenuProps {
	person: PersonRow;
	/** Nobody else is an administrator. */
	last: boolean;
	onAct: (act: PersonAct) => void;
}

/** What an administrator can do with a person. */
export const PersonMenu = ({ person, last, onAct }: PersonMenuProps) => {
	const { name, status, self, second_factor } = person;
	return (
		<RowMenu label={`Actions for ${name}`}>
			{last && <Menu.Label>The only administrator stays one</Menu.Label>}
			<Menu.Item
				leftSection={<IconUserCog size={18} aria-hidden />}
				disabled={last}
				onClick={() => onAct('role')}
			>
				Change role
			</Menu.Item>
			{status !== 'disabled' && (
				<Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={() => onAct('link')}>
					{status === 'invited' ? 'New invitation link' : 'Password reset link'}
				</Menu.Item>
			)}
			{status === 'active' && (
				<Menu.Item
					leftSection={<IconLogout size={18} aria-hidden />}
					onClick={() => onAct('endSessions')}
				>
					Sign out everywhere
				</Menu.Item>
			)}
			{second_factor && (
				<Menu.Item
					leftSection={<IconDeviceMobileOff size={18} aria-hidden />}
					onClick={() => onAct('endSecondFactor')}
				>
					Remove second factor
				</Menu.Item>
			)}
			{status === 'disabled' && (
				<Menu.Item
					leftSection={<IconUserCheck size={18} aria-hidden />}
					onClick={() => onAct('enable')}
				>
					Enable
				</Menu.Item>
			)}
			{status === 'active' && !self && (
				<Menu.Item
					color="red"
					leftSection={<IconUserOff size={18} aria-hidden />}
					disabled={last}
					onClick={() => onAct('disable')}
				>
					Disable
				</Menu.Item>
			)}
			{status === 'invited' && (
				<Menu.Item
					color="red"
					leftSection={<IconMailX size={18} aria-hidden />}
					onClick={() => onAct('uninvite')}
				>
					Take the invitation back
				</Menu.Item>
			)}
		</RowMenu>
	);
};
