import { Button, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '#shared/clock.ts';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import {
	KEY_DAYS_DEFAULT,
	KEY_DAYS_MAX,
	type Key,
	keyCreate,
	type MadeKey,
} from '#shared/contract/platform/keys.ts';
import type { z } from '#shared/zod.ts';
import type { Attempt } from '../api/attempt.ts';
import { call, queryCall, sendCall } from '../api/calls.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { DialogFoot } from '../ui/dialog/dialog-foot.tsx';
import { useScreenTask } from '../ui/dialog/screen-tasks.ts';
import { ChoiceField, RoleField } from '../ui/fields/choice-fields.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import { FormDialog } from '../ui/form/form.tsx';
import { DAY, formatInstant } from '../ui/format/dates.ts';
import { Day } from '../ui/format/day.tsx';
import { Empty } from '../ui/loading/empty.tsx';
import { Loaded } from '../ui/loading/loaded.tsx';
import { type Opened, useLast } from '../ui/loading/on-demand.tsx';
import { Page } from '../ui/page/page.tsx';
import { ShownOnce } from '../ui/page/shown-once.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';

/** Fetches the keys of all programs, newest first. */
const keysQuery = queryOptions({
	queryKey: ['keys'],
	queryFn: queryCall('GET /keys'),
});

const ARRIVED =
	'Your first attempt created a key with other details. Revoke that key before you create another.';

/** Returns the calls that change keys and update the list. All throw `ApiError`. */
const useKeyCalls = () => {
	const client = useQueryClient();
	const refresh = () => void client.invalidateQueries({ queryKey: keysQuery.queryKey });
	return {
		make: (body: z.output<typeof keyCreate>, attempt: Attempt) =>
			sendCall('POST /keys', { body }, attempt, ARRIVED).finally(refresh),
		revoke: async (id: string) => {
			await call('DELETE /keys/:keyId', { params: { keyId: id } });
			refresh();
		},
	};
};

/** Returns whether a key has expired. */
const hasExpired = ({ expires_at }: Pick<Key, 'expires_at'>) =>
	new Date(expires_at).getTime() <= now();

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
	{ id: 'role', header: 'Role', value: ({ role }) => getRoleLabel(role) },
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
			hasExpired(key) ? (
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

const terms = {
	30: '30 days',
	90: '90 days',
	[KEY_DAYS_DEFAULT]: 'One year',
	[KEY_DAYS_MAX]: 'Three years',
};

const CreatedKey = ({ created, onClose }: { created: MadeKey; onClose: () => void }) => (
	<>
		<Text mb="md">
			Give this key to <strong>{created.key.name}</strong>. A program sends it as{' '}
			<code>Authorization: Bearer …</code> with every call.
		</Text>
		<ShownOnce label="Key" value={created.secret}>
			It works until {formatInstant(created.key.expires_at, DAY)}. Keep it like a password: it is
			not shown again.
		</ShownOnce>
		<DialogFoot>
			<Button onClick={onClose}>Done</Button>
		</DialogFoot>
	</>
);

/** Creates an API key for a program and shows its secret once. */
const CreateKeyDialog = (dialog: Opened) => (
	<FormDialog
		{...dialog}
		title="Create a key"
		schema={keyCreate}
		read={({ days, ...typed }) => ({ ...typed, days: Number(days) })}
		send={useKeyCalls().make}
		submit="Create key"
		pending="Creating..."
		fallback="Could not create the key"
		after={(created) => <CreatedKey created={created} onClose={dialog.onClose} />}
	>
		<TextField
			name="name"
			label="Name"
			description="The program that uses the key, such as “Learner app”."
		/>
		<RoleField program />
		<ChoiceField
			name="days"
			label="Works for"
			options={terms}
			defaultValue={String(KEY_DAYS_DEFAULT)}
		/>
	</FormDialog>
);

/** Lists the API keys of programs. */
export const KeysPage = () => {
	const keys = useQuery(keysQuery);
	const { revoke } = useKeyCalls();
	const [isCreating, setIsCreating] = useState(false);
	useScreenTask('create-key', () => setIsCreating(true));
	const [revoking, setRevoking] = useState<Key>();
	const lastRevoking = useLast(revoking);
	const create = (
		<Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
			Create key
		</Button>
	);
	return (
		<Page subtitle="Keys let programs call the API with the permissions of a role" actions={create}>
			<Loaded query={keys} loading="Loading keys...">
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
									aria-label={`${hasExpired(key) ? 'Remove' : 'Revoke'} ${key.name}`}
									onClick={() => setRevoking(key)}
								>
									{hasExpired(key) ? 'Remove' : 'Revoke'}
								</Button>
							)}
						/>
					)
				}
			</Loaded>
			<CreateKeyDialog opened={isCreating} onClose={() => setIsCreating(false)} />
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
