import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Key } from '#shared/contract/keys.ts';
import { useAsked } from '../../ui/asked.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { hasEnded, keyColumns } from './key-columns.tsx';
import { keysQuery, useKeyCalls } from './queries.ts';

const [MakeKeyDialog, prepare] = onDemand(
	'make a key',
	async () => (await import('./make-key-dialog.tsx')).MakeKeyDialog,
);

/** The keys with which programs call the API. */
export const KeysPage = () => {
	const keys = useQuery(keysQuery);
	const { revoke } = useKeyCalls();
	const [making, make] = useState(false);
	useAsked('create-key', () => make(true));
	const [revoking, setRevoking] = useState<Key | null>(null);
	const create = (
		<Button
			leftSection={<IconPlus size={18} aria-hidden />}
			onClick={() => make(true)}
			onPointerEnter={prepare}
			onFocus={prepare}
		>
			Create key
		</Button>
	);
	return (
		<Page
			title="API Keys"
			subtitle="With a key, a program calls the API as far as the key’s role goes"
			actions={create}
		>
			<Loaded query={keys} loading="Loading keys..." skeleton={<TableSkeleton />}>
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconKey}
							title="No keys yet"
							text="The learner app, a script, a spreadsheet: each gets a key of its own, so that each can be stopped alone."
							action={create}
						/>
					) : (
						<DataTable
							label="API keys"
							columns={keyColumns}
							rows={rows}
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
				opened={revoking !== null}
				onClose={() => setRevoking(null)}
				title="Revoke key"
				submit="Revoke"
				dangerous
				action={() => (revoking ? revoke(revoking.id) : Promise.resolve())}
				fallback="The key could not be revoked"
			>
				Revoke <strong>{revoking?.name}</strong>? The program that uses it is refused from now on.
				This cannot be undone.
			</ConfirmDialog>
		</Page>
	);
};
