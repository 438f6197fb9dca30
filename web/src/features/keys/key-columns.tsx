import { Text } from '@mantine/core';
import { roleLabel } from '#shared/contract/access.ts';
import type { Key } from '#shared/contract/keys.ts';
import { Day } from '../../ui/day.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import classes from './keys.module.css';

/** Whether a key no longer works because its time is over. */
export const hasEnded = ({ expires_at }: Pick<Key, 'expires_at'>) =>
	new Date(expires_at).getTime() <= Date.now();

const column = columnsOf<Key>();

/** The columns of the keys. */
export const keyColumns = column.columns([
	column.accessor('name', {
		header: 'Name',
		meta: { title: true },
		cell: ({ row: { original } }) => (
			<span className={classes.name}>
				<span>{original.name}</span>
				<code className={classes.start}>{original.start}…</code>
			</span>
		),
	}),
	column.accessor(({ role }) => roleLabel(role), { id: 'role', header: 'Role' }),
	column.accessor('created_at', {
		header: 'Made',
		sortDescFirst: true,
		cell: ({ row: { original } }) => (
			<span className={classes.made}>
				<Day at={original.created_at} />
				{original.created_by && (
					<Text span size="sm" c="dimmed">
						by {original.created_by}
					</Text>
				)}
			</span>
		),
	}),
	column.accessor('expires_at', {
		header: 'Works until',
		cell: ({ row: { original } }) =>
			hasEnded(original) ? (
				<Text span size="sm" c="dimmed">
					Ended <Day at={original.expires_at} />
				</Text>
			) : (
				<Day at={original.expires_at} />
			),
	}),
	column.accessor('last_used_at', {
		header: 'Last used',
		sortDescFirst: true,
		cell: ({ row: { original } }) =>
			original.last_used_at ? (
				<Day at={original.last_used_at} />
			) : (
				<Text span size="sm" c="dimmed">
					Never
				</Text>
			),
	}),
]);
