import { Button, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleLabel } from '#shared/contract/access.ts';
import type { Key } from '#shared/contract/keys.ts';
import { Day } from '../../ui/dates/day.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useScreenTask } from '../../ui/dialog/screen-tasks.ts';
import type { Column } from '../../ui/list/columns.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { TableSkeleton } from '../../ui/list/narrow-rows.tsx';
import { Empty } from '../../ui/loading/empty.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { onDemand, preloadHandlers, useLast } from '../../ui/loading/on-demand.tsx';
import { Page } from '../../ui/page/page.tsx';
import { keysQuery, useKeyCalls } from './queries.ts';

/** Returns whether a key has expired. */
const hasEnded = ({ expires_at }: Pick<Key, 'expires_at'>) =>
	new Date(expires_at).getTime() <= Date.now();

/** The columns of the keys. */
const keyColumns: readonly Column<Key>[] = [
	{
		id: 'name',
		header: 'Name',
		title: true,
		draw: ({ name, start }) => (
			<Stack component="span" gap={0} lh={1.35}>
				<span>{name}</span>
				<Text component="code" fz={13} fw={400} c="dimmed" ff="monospace">
					{start}…
				</Text>
			</Stack>
		),
	},
	{ id: 'role', header: 'Role', value: ({ role }) => roleLabel(role) },
	{
		id: 'created_at',
		header: 'Made',
		descendsFirst: true,
		draw: (key) => (
			<Stack component="span" gap={0} lh={1.35}>
				<Day at={key.created_at} />
				{key.created_by && (
					<Text span size="sm" c="dimmed">
						by {key.created_by}
					</Text>
				)}
			</Stack>
		),
	},
	{
		id: 'expires_at',
		header: 'Works until',
		draw: (key) =>
			hasEnded(key) ? (
				<Text span size="sm" c="dimmed">
					Ended <Day at={key.expires_at} />
				</Text>
			) : (
				<Day at={key.expires_at} />
			),
	},
	{
		id: 'last_used_at',
		header: 'Last used',
		descendsFirst: true,
		draw: (key) =>
			key.last_used_at ? (
				<Day at={key.last_used_at} />
			) : (
				<Text span size="sm" c="dimmed">
					Never
				</Text>
			),
	},
];

const [MakeKeyDialog, prepare] = onDemand(() => import('./make-key-dialog.tsx'), 'MakeKeyDialog');

/** Lists the API keys of programs. */
export const KeysPage = () => {
	const keys = useQuery(keysQuery);
	const { revoke } = useKeyCalls();
	const [making, make] = useState(false);
	useScreenTask('create-key', () => make(true));
	const [revoking, setRevoking] = useState<Key>();
	const lastRevoking = useLast(revoking);
	const create = (
		<Button
			leftSection={<IconPlus size={18} aria-hidden />}
			onClick={() => make(true)}
			{...preloadHandlers(prepare)}
		>
			Create key
		</Button>
	);
	return (
		<Page
			title="API Keys"
			subtitle="Keys let programs call the API with the permissions of a role"
			actions={create}
		>
			<Loaded query={keys} loading="Loading keys..." skeleton={<TableSkeleton />}>
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconKey}
							title="No keys yet"
							text="Create one key for each program, so that you can revoke each key separately."
							action={create}
						/>
					) : (
						<DataTable
							label="API keys"
							columns={keyColumns}
							rows={rows}
							sortable={keyColumns.map(({ id }) => id)}
							defaultSort="-created_at"
							actions={(key) => (
								<Button
									variant="subtle"
									color="red"
									size="xs"
									aria-label={`${hasEnded(key) ? 'Remove' : 'Revoke'} ${key.name}`}
									onClick={() => setRevoking(key)}
								>
									{hasEnded(key) ? 'Remove' : 'Revoke'}
								</Button>
							)}
						/>
					)
				}
			</Loaded>
			<MakeKeyDialog opened={making} onClose={() => make(false)} />
			<ConfirmDialog
				opened={revoking !== undefined}
				onClose={() => setRevoking(undefined)}
				title="Revoke key"
				submit="Revoke"
				dangerous
				action={() => revoke(revoking?.id ?? '')}
				fallback="Could not revoke the key"
			>
				Revoke <strong>{lastRevoking?.name}</strong>? The program that uses this key can no longer
				call the API. This cannot be undone.
			</ConfirmDialog>
		</Page>
	);
};
