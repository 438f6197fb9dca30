import { Group, Stack, Text } from '@mantine/core';
import { IconBan, IconCircleCheck, IconMail, IconShieldCheck } from '@tabler/icons-react';
import { roles } from '#shared/contract/access.ts';
import type { Person } from '#shared/contract/people.ts';
import { Day } from '../../ui/dates/day.tsx';
import { Badge } from '../../ui/list/badges.tsx';
import type { Column } from '../../ui/list/columns.ts';

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

/** A row of the list of people. */
export type PersonRow = Person & { self: boolean };

/** Columns of the list of people. */
export const personColumns: readonly Column<PersonRow>[] = [
	{
		id: 'name',
		header: 'Name',
		title: true,
		draw: ({ name, self, email }) => (
			<Stack component="span" gap={0} lh={1.35}>
				<span>
					{name}
					{self && (
						<Text span inherit fw={400} c="dimmed">
							{' '}
							(you)
						</Text>
					)}
				</span>
				<Text span size="sm" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
					{email}
				</Text>
			</Stack>
		),
	},
	{ id: 'role', header: 'Role', value: ({ role }) => roles[role].label },
	{ id: 'status', header: 'Status', draw: ({ status }) => <Status status={status} /> },
	{
		id: 'second_factor',
		header: 'Second factor',
		draw: (person) =>
			person.second_factor ? (
				<Group component="span" gap={6}>
					<IconShieldCheck size={16} aria-hidden /> On
				</Group>
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
