import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import { type Account, accountUpdate, passwordChange } from '#shared/contract/platform/profile.ts';
import { formatCount } from '#shared/grouped.ts';
import { useAccount } from '../api/account.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { NewPasswordField, PasswordField, TextField } from '../ui/fields/text-fields.tsx';
import { FormDialog } from '../ui/form/form.tsx';
import { SettingsPanel } from '../ui/form/form-panel.tsx';
import { LinkText } from '../ui/page/links.tsx';
import { Page } from '../ui/page/page.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { useAccountCalls } from './queries.ts';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Renders the profile; only the name can be edited here. */
const ProfileSection = ({ account }: { account: Account }) => {
	const { rename } = useAccountCalls();
	const [opened, { open, close }] = useDisclosure();
	return (
		<SettingsPanel
			title="You"
			actions={
				<Button variant="default" onClick={open}>
					Change name
				</Button>
			}
		>
			<Facts
				cols={{ base: 1, xs: 3 }}
				of={{ Name: account.name, 'E-mail': account.email, Role: getRoleLabel(account.role) }}
			/>
			<FormDialog
				opened={opened}
				onClose={close}
				title="Change name"
				schema={accountUpdate}
				send={rename}
				submit="Save"
				said="Name saved"
				pending="Saving..."
				fallback="Could not change the name"
			>
				<TextField name="name" label="Name" autoComplete="name" defaultValue={account.name} />
			</FormDialog>
		</SettingsPanel>
	);
};

/** Renders the form that changes the password of the signed-in person. */
const PasswordSection = ({ account }: { account: Account }) => {
	const { changePassword, revokeKeys } = useAccountCalls();
	const [opened, { open, close }] = useDisclosure();
	const [isRevoking, revoking] = useDisclosure();
	const { keys } = account;
	const yourKeys = `your ${formatCount(keys, 'API key')}`;
	return (
		<SettingsPanel
			title="Password"
			text={`Changing your password signs you out on all other devices.${keys > 0 ? ` It does not end ${yourKeys}.` : ''}`}
			actions={
				<>
					{keys > 0 && (
						<Button variant="default" onClick={revoking.open}>
							Revoke {yourKeys}
						</Button>
					)}
					<Button variant="default" onClick={open}>
						Change password
					</Button>
				</>
			}
		>
			<ConfirmDialog
				opened={isRevoking}
				onClose={revoking.close}
				title={`Revoke ${yourKeys}?`}
				submit={`Revoke ${formatCount(keys, 'API key')}`}
				dangerous
				action={revokeKeys}
				fallback="Could not revoke the keys"
			>
				Programs that use {keys === 1 ? 'this key' : 'these keys'} stop working at once. To end only
				one, use <LinkText to="/admin/keys">API Keys</LinkText>.
			</ConfirmDialog>
			<FormDialog
				opened={opened}
				onClose={close}
				title="Change password"
				schema={passwordChange}
				send={changePassword}
				submit="Change password"
				said="Password changed"
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

/** Renders the account page of the signed-in person. */
export const AccountPage = () => {
	const account = useAccount();
	return (
		<Page narrow>
			{account && (
				<Stack gap={20}>
					<ProfileSection account={account} />
					<SecondFactorSection account={account} />
					<PasskeysSection />
					{account.ways_in.password && <PasswordSection account={account} />}
					<SessionsSection />
				</Stack>
			)}
		</Page>
	);
};
