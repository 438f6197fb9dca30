import { Text } from '@mantine/core';
import { IconBan, IconCircleCheck, IconMail, IconShieldCheck } from '@tabler/icons-react';
import { roles } from '#shared/contract/access.ts';
import type { Person } from '#shared/contract/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Day } from '../../ui/day.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
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

const column = columnsOf<PersonRow>();

/** The columns of the people. */
export const personColumns = column.columns([
	column.accessor('name', {
		header: 'Name',
		meta: { title: true },
		cell: ({ row: { original } }) => (
			<span className={classes.who}>
				<span>
					{original.name}
					{original.self && <span className={classes.self}> (you)</span>}
				</span>
				<Text span size="sm" c="dimmed" className={classes.email}>
					{original.email}
				</Text>
			</span>
		),
	}),
	column.accessor(({ role }) => roles[role].label, { id: 'role', header: 'Role' }),
	column.accessor('status', {
		header: 'Status',
		cell: ({ row }) => <Status status={row.original.status} />,
	}),
	column.accessor('second_factor', {
		header: 'Second factor',
		cell: ({ row: { original } }) =>
			original.second_factor ? (
				<span className={classes.factor}>
					<IconShieldCheck size={16} aria-hidden /> On
				</span>
			) : (
				<Text span size="sm" c="dimmed">
					Off
				</Text>
			),
	}),
	column.accessor('last_seen_at', {
		header: 'Last seen',
		sortDescFirst: true,
		cell: ({ row: { original } }) =>
			original.last_seen_at ? (
				<Day at={original.last_seen_at} />
			) : (
				<Text span size="sm" c="dimmed">
					Never
				</Text>
			),
	}),
]);
