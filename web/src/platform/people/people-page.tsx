import { Box, Group, Stack, Text } from '@mantine/core';
import {
	IconBan,
	IconCircleCheck,
	IconMail,
	IconShieldCheck,
	IconUserPlus,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { roleNames, roles } from '#shared/contract/platform/access.ts';
import type { Person, SecondFactorPolicy } from '#shared/contract/platform/people.ts';
import { useAccount } from '../api/account.ts';
import { fetchCall, queryCall } from '../api/calls.ts';
import { peopleQuery } from '../api/people.ts';
import { Badge, SavingSwitch } from '../ui/controls.tsx';
import { DialogButton } from '../ui/dialog/dialog-button.tsx';
import { SettingsPanel } from '../ui/form/form-panel.tsx';
import { Day } from '../ui/format/day.tsx';
import { Loaded } from '../ui/loading/loaded.tsx';
import { onDemand } from '../ui/loading/on-demand.tsx';
import { notifyFailure } from '../ui/notifications/notifications.tsx';
import { Page } from '../ui/page/page.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { type PersonAct, PersonMenu } from './person-menu.tsx';
import type { PersonRow } from './queries.ts';

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

/** Columns of the list of people. */
const personColumns: readonly Column<PersonRow>[] = [
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

const POLICY = ['second-factor-policy'];

/** Renders a switch per role that requires a second factor. */
const PolicyPanel = () => {
	const client = useQueryClient();
	const policy = useQuery({
		queryKey: POLICY,
		queryFn: queryCall('GET /settings/second-factor'),
	});
	const set = useMutation({
		mutationFn: (body: SecondFactorPolicy) => fetchCall('PUT /settings/second-factor', { body }),
		onSuccess: (stored) => client.setQueryData(POLICY, stored),
		onError: (error) => notifyFailure(error, 'Could not save the change'),
	});
	return (
		<SettingsPanel
			title="Second factor"
			text="People sign in with a code from an authenticator app as well as their password. If it is required for their role, they set it up at their next sign-in."
		>
			<Loaded query={policy} loading="Loading the rule...">
				{(stored) => {
					// Optimistic update: the switch returns to the stored value if the request fails.
					const { roles: required } = set.isPending ? set.variables : stored;
					return (
						<Stack gap={14} mt={16}>
							{roleNames.map((name) => (
								<SavingSwitch
									key={name}
									label={`Required for ${roles[name].label}`}
									checked={required.includes(name)}
									saving={set.isPending}
									onChange={(checked) =>
										set.mutate({
											roles: roleNames.filter((each) =>
												each === name ? checked : required.includes(each),
											),
										})
									}
								/>
							))}
						</Stack>
					);
				}}
			</Loaded>
		</SettingsPanel>
	);
};

const Inviting = onDemand(() => import('./invite-dialog.tsx'), 'InviteDialog');
const [PersonDialogs] = onDemand(() => import('./person-dialogs.tsx'), 'PersonDialogs');

/** Renders the list of people with their roles. */
export const PeoplePage = () => {
	const account = useAccount();
	const people = useQuery(peopleQuery);
	const [target, setTarget] = useState<{ person: PersonRow; act: PersonAct } | null>(null);
	return (
		<Page
			subtitle="People who can use the console, and their roles"
			actions={
				<DialogButton
					part={Inviting}
					task="invite"
					leftSection={<IconUserPlus size={18} aria-hidden />}
				>
					Invite
				</DialogButton>
			}
		>
			<Loaded query={people} loading="Loading people...">
				{(rows) => {
					const admins = rows.filter(({ role, status }) => role === 'admin' && status === 'active');
					return (
						<DataTable
							label="People"
							columns={personColumns}
							rows={rows.map((row): PersonRow => ({ ...row, self: row.id === account?.id }))}
							sortable={personColumns.map(({ id }) => id)}
							defaultSort="name"
							actions={(person) => (
								<PersonMenu
									person={person}
									isLastAdmin={admins.length === 1 && admins[0]?.id === person.id}
									onAct={(act) => setTarget({ person, act })}
								/>
							)}
						/>
					);
				}}
			</Loaded>
			<Box mt={32} maw={720}>
				<PolicyPanel />
			</Box>
			<PersonDialogs opened={target !== null} target={target} onClose={() => setTarget(null)} />
		</Page>
	);
};
