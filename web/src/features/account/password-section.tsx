import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Account, passwordChange } from '#shared/contract/account.ts';
import { NewPasswordField, PasswordField } from '../../ui/fields/secret-fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { SettingsPanel } from '../../ui/form/form-panel.tsx';
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
			<FormDialog
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
				<PasswordField name="current_password" label="Current password" />
				<NewPasswordField name="new_password" label="New password" />
			</FormDialog>
		</SettingsPanel>
	);
};
