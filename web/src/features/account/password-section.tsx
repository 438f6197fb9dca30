import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Account, passwordChange } from '#shared/contract/account.ts';
import { SettingsPanel } from '../../ui/form/form-panel.tsx';
import { NewPassword, Password } from '../../ui/plain-form/passwords.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
import { useAccountCalls } from './queries.ts';

/** Renders the form that changes the password of the signed-in person. */
export const PasswordSection = ({ account }: { account: Account }) => {
	const { changePassword } = useAccountCalls();
	const [changing, setChanging] = useState(false);
	const close = () => setChanging(false);
	return (
		<SettingsPanel
			title="Password"
			text="Changing your password signs you out on all other devices."
			actions={
				<Button variant="default" onClick={() => setChanging(true)}>
					Change password
				</Button>
			}
		>
			<PlainFormDialog
				opened={changing}
				onClose={close}
				title="Change password"
				schema={passwordChange}
				send={changePassword}
				submit="Change password"
				pending="Changing..."
				fallback="Could not change the password"
			>
				{/* Password managers store this e-mail address with the password. */}
				<input hidden readOnly autoComplete="username" value={account.email ?? ''} />
				<Password name="current_password" label="Current password" />
				<NewPassword name="new_password" label="New password" />
			</PlainFormDialog>
		</SettingsPanel>
	);
};
