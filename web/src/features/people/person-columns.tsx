import { Text } from '@mantine/core';
import { IconBan, IconCircleCheck, IconMail, IconShieldCheck } from '@tabler/icons-react';
import { roles } from '#shared/contract/access.ts';
import type { Person } from '#shared/contract/people.ts';
import { Day } from '../../ui/dates/day.tsx';
import { Badge } from '../../ui/list/badges.tsx';
import type { Column } from '../../ui/list/columns.ts';
import classes from './people.module.css';

const statuses = {
	active: { words: 'Active', color: 'brand', icon: IconCircleCheck },
	invited: { words: 'Invited', color: 'blue', icon: IconMail },
	disabled: { words: 'Disabled', color: 'gray', icon: IconBan },
} as const;

const Status = ({ status }: Pick<Person, 'status'>) => {
	const { words, color, icon } = statuses[status];
	return (
		<Badge color={color} icon={icon}>
			{words}
		</Badge>
	);
};

/** A person as the list shows them. */
export type PersonRow = Person & { self: boolean };

/** The columns of the people. */
export const personColumns: readonly Column<PersonRow>[] = [
	{
		id: 'name',
		header: 'Name',
		title: true,
		draw: ({ name, self, email }) => (
			<span className={classes.who}>
				<span>
					{name}
					{self && <span className={classes.self}> (you)</span>}
				</span>
				<Text span size="sm" c="dimmed" className={classes.email}>
					{email}
				</Text>
			</span>
		),
	},
	{ id: 'role', header: 'Role', value: ({ role }) => roles[role].label },
	{ id: 'status', header: 'Status', draw: ({ status }) => <Status status={status} /> },
	{
		id: 'second_factor',
		header: 'Second factor',
		draw: (person) =>
			person.second_factor ? (
				<span className={classes.factor}>
					<IconShieldCheck size={16} aria-hidden /> On
				</span>
			) : (
				<Text span size="sm" c="dimmed">
					Off
				</Text>
			),
	},
	{
		id: 'last_seen_at',
		header: 'Last seen',
		descendsFirst: true,
		draw: (person) =>
			person.last_seen_at ? (
				<Day at={person.last_seen_at} />
			) : (
				<Text span size="sm" c="dimmed">
					Never
				</Text>
			),
	},
];
