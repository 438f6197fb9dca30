import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useAsked } from '../../ui/asked.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { useAnyLoading } from '../../ui/page-loading.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { type PersonRow, personColumns } from './person-columns.tsx';
import { type PersonAct, PersonMenu } from './person-menu.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { peopleQuery } from './queries.ts';

const [InviteDialog, prepareInvite] = onDemand(
	'invite',
	async () => (await import('./invite-dialog.tsx')).InviteDialog,
);
const [PersonDialogs] = onDemand(
	'person dialogs',
	async () => (await import('./person-dialogs.tsx')).PersonDialogs,
);

/** Who may use the console, and as what. */
export const PeoplePage = () => {
	const account = useAccount();
	const people = useQuery(peopleQuery);
	const [inviting, invite] = useState(false);
	useAsked('invite', () => invite(true));
	const [act, setAct] = useState<{ person: PersonRow; act: PersonAct } | null>(null);
	return (
		<Page
			loading={useAnyLoading(people)}
			title="People"
			subtitle="Who may use the console, and as what"
			actions={
				<Button
					leftSection={<IconUserPlus size={18} aria-hidden />}
					onClick={() => invite(true)}
					onPointerEnter={prepareInvite}
					onFocus={prepareInvite}
				>
					Invite
				</Button>
			}
		>
			<Loaded query={people} loading="Loading people..." skeleton={<TableSkeleton />}>
				{(rows) => {
					const admins = rows.filter(({ role, status }) => role === 'admin' && status === 'active');
					return (
						<DataTable
							label="People"
							columns={personColumns}
							rows={rows.map((row): PersonRow => ({ ...row, self: row.id === account?.id }))}
							defaultSort="name"
							actions={(person) => (
								<PersonMenu
									person={person}
									last={admins.length === 1 && admins[0]?.id === person.id}
									onAct={(next) => setAct({ person, act: next })}
								/>
							)}
						/>
					);
				}}
			</Loaded>
			<PolicyPanel />
			<InviteDialog opened={inviting} onClose={() => invite(false)} />
			<PersonDialogs opened={act !== null} act={act} onClose={() => setAct(null)} />
		</Page>
	);
};
