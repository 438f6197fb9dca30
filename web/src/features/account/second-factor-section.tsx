import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { roleLabel } from '#shared/contract/access.ts';
import { type Account, confirmation } from '#shared/contract/account.ts';
import { endSecondFactor, newRecoveryCodes } from '../../api/auth.ts';
import { PasswordField } from '../../ui/fields/secret-fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { SettingsPanel } from '../../ui/form/form-panel.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { useAccountCalls } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Renders the second factor: set it up, create new recovery codes, or turn it off. */
export const SecondFactorSection = ({ account }: { account: Account }) => {
	const { refresh } = useAccountCalls();
	const [open, setOpen] = useState<'enrol' | 'codes' | 'end' | null>(null);
	const close = () => setOpen(null);
	const { enabled, required, missing } = account.second_factor;
	return (
		<SettingsPanel
			title="Second factor"
			text={
				enabled
					? 'On. You sign in with your password and a code from your authenticator app.'
					: 'Off. You sign in with your password only. A code from an app on your phone protects you if someone steals your password.'
			}
			actions={
				enabled ? (
					<>
						<Button variant="default" onClick={() => setOpen('codes')}>
							New recovery codes
						</Button>
						{!required && (
							<Button variant="subtle" color="red" onClick={() => setOpen('end')}>
								Turn off
							</Button>
						)}
					</>
				) : (
					<Button onClick={() => setOpen('enrol')}>Set up</Button>
				)
			}
		>
			{missing && (
				<Alert mt="md" title="Set this up first">
					Your role, {roleLabel(account.role)}, needs a second factor. Everything else opens once
					you have one.
				</Alert>
			)}
			<EnrolDialog opened={open === 'enrol'} onClose={close} />
			<FormDialog
				opened={open === 'codes'}
				onClose={close}
				title="New recovery codes"
				schema={confirmation}
				send={(body) => newRecoveryCodes(body.password)}
				submit="Create new codes"
				pending="Making..."
				fallback="Could not create new codes"
				after={(codes) => <RecoveryCodes codes={codes} onClose={close} />}
			>
				<PasswordField />
			</FormDialog>
			<FormDialog
				opened={open === 'end'}
				onClose={close}
				title="Turn off the second factor"
				schema={confirmation}
				send={(body) => endSecondFactor(body.password)}
				onDone={() => {
					close();
					void refresh();
				}}
				submit="Turn off"
				pending="Turning off..."
				fallback="Could not turn off the second factor"
				dangerous
			>
				<PasswordField />
			</FormDialog>
		</SettingsPanel>
	);
};
