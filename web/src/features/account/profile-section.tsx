import { Button } from '@mantine/core';
import { useState } from 'react';
import { roleLabel } from '#shared/contract/access.ts';
import { type Account, accountUpdate } from '#shared/contract/account.ts';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { SettingsPanel } from '../../ui/form/form-panel.tsx';
import { useAccountCalls } from './queries.ts';

/** Renders the profile; only the name can be edited here. */
export const ProfileSection = ({ account }: { account: Account }) => {
	const { rename } = useAccountCalls();
	const [renaming, setRenaming] = useState(false);
	const close = () => setRenaming(false);
	return (
		<SettingsPanel
			title="You"
			actions={
				<Button variant="default" onClick={() => setRenaming(true)}>
					Change name
				</Button>
			}
		>
			<Facts
				cols={{ base: 1, xs: 3 }}
				of={{ Name: account.name, 'E-mail': account.email, Role: roleLabel(account.role) }}
			/>
			<FormDialog
				opened={renaming}
				onClose={close}
				title="Change name"
				schema={accountUpdate}
				send={rename}
				submit="Save"
				pending="Saving..."
				fallback="Could not change the name"
			>
				<TextField name="name" label="Name" autoComplete="name" defaultValue={account.name} />
			</FormDialog>
		</SettingsPanel>
	);
};
