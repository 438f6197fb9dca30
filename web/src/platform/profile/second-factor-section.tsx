import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import { type Account, confirmation, passwordIfAny } from '#shared/contract/platform/profile.ts';
import { product } from '../../product.ts';
import { useAccount } from '../api/account.ts';
import {
	beginSecondFactor,
	confirmSecondFactor,
	createRecoveryCodes,
	type Enrolment,
	endSecondFactor,
} from '../api/auth.ts';
import { oneTimeCode, removeBlanks } from '../api/codes.ts';
import { Modal } from '../ui/dialog/modal.tsx';
import { PasswordField, TextField } from '../ui/fields/text-fields.tsx';
import { saveFile } from '../ui/files/save-file.ts';
import { Form, FormDialog, NextStep } from '../ui/form/form.tsx';
import { SettingsPanel } from '../ui/form/form-panel.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import { lazyPart, type Opened } from '../ui/loading/on-demand.tsx';
import { notify } from '../ui/notifications/notifications.tsx';
import { ShownOnce } from '../ui/page/shown-once.tsx';
import { changeAuthenticator, createAuthenticator, useAccountCalls } from './queries.ts';

const [QrCode] = lazyPart(() => import('./qr-code.tsx'), 'QrCode', <Loading height={220} />);

/** The field and schema of the password, for people who have one; others confirm in another way. */
const usePassword = (description?: string) => {
	const hasPassword = useAccount()?.ways_in.password !== false;
	return {
		schema: hasPassword ? confirmation : passwordIfAny,
		field: hasPassword && <PasswordField {...(description && { description })} />,
	};
};

interface RecoveryCodesProps {
	codes: readonly string[];
	onClose: () => void;
}

/** Shows new recovery codes, which are not shown again. */
const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
	const { copied, copy } = useClipboard({ timeout: 2000 });
	const text = [`Recovery codes for ${product}`, '', ...codes, ''].join('\n');
	return (
		<>
			<Text mb="md">
				If you lose your phone, sign in with one of these codes. Each code works once. Keep them
				away from your phone. They are not shown again.
			</Text>
			<SimpleGrid
				component="ul"
				className="boxed"
				cols={2}
				spacing="md"
				verticalSpacing={6}
				p="md"
				ff="monospace"
				fz="sm"
				aria-label="Recovery codes"
			>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</SimpleGrid>
			<Group mt="xs" gap="xs">
				<Button
					variant="default"
					size="xs"
					leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} aria-hidden />}
					onClick={() => copy(codes.join('\n'))}
				>
					{copied ? 'Copied' : 'Copy'}
				</Button>
				<Button
					variant="default"
					size="xs"
					leftSection={<IconDownload size={16} aria-hidden />}
					onClick={() => saveFile([text], 'recovery-codes.txt', 'text/plain')}
				>
					Save as file
				</Button>
			</Group>
			<Group justify="flex-end" mt="lg">
				<Button onClick={onClose}>I saved them</Button>
			</Group>
		</>
	);
};

/** Returns the secret of an `otpauth://` URI (Key Uri Format), in groups that are easy to type. */
const readSecret = (uri: string) =>
	(URL.parse(uri)?.searchParams.get('secret') ?? '').replace(/.{4}(?=.)/g, '$& ');

interface ScanProps {
	uri: string;
	/** Sends the code that the app shows. */
	send: (code: string) => Promise<unknown>;
	/** Text of the button. */
	submit: string;
	onClose: () => void;
	onDone: () => void;
}

const Scan = ({ uri, send, submit, onClose, onDone }: ScanProps) => (
	<Stack gap="md">
		<Text>
			Scan this with an authenticator app on your phone (Google Authenticator, Microsoft
			Authenticator, Aegis or any other), then type the six digits that it shows.
		</Text>
		<QrCode text={uri} label="QR code for the authenticator app" />
		{/* A phone cannot scan its own screen. */}
		<Anchor href={uri} ta="center">
			Or open it in an app on this device
		</Anchor>
		<ShownOnce label="Setup key" value={readSecret(uri)}>
			Type this key into the app if it cannot scan the code.
		</ShownOnce>
		<Form
			schema={oneTimeCode}
			read={removeBlanks}
			send={({ code }) => send(code)}
			onDone={onDone}
			submit={submit}
			pending="Checking..."
			fallback="Could not check the code"
			onClose={onClose}
		>
			<TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
		</Form>
	</Stack>
);

interface EnrolStepsProps {
	onClose: () => void;
	isOn: boolean;
	onTurnedOn: () => void;
}

const EnrolSteps = ({ onClose, isOn, onTurnedOn }: EnrolStepsProps) => {
	const [enrolment, setEnrolment] = useState<Enrolment>();
	const { schema, field } = usePassword('Confirms that it is you.');
	if (!enrolment)
		return (
			<Form
				schema={schema}
				send={({ password = '' }) => beginSecondFactor(password)}
				onDone={setEnrolment}
				submit="Continue"
				pending="Checking..."
				fallback="Could not set up the second factor"
				onClose={onClose}
			>
				{field || <Text>Use an authenticator app on your phone.</Text>}
			</Form>
		);
	if (!isOn)
		return (
			<Scan
				uri={enrolment.totpURI}
				send={confirmSecondFactor}
				submit="Turn on"
				onClose={onClose}
				onDone={onTurnedOn}
			/>
		);
	return (
		<NextStep>
			<RecoveryCodes codes={enrolment.backupCodes} onClose={onClose} />
		</NextStep>
	);
};

/** Sets up a second factor: the password, the app, and the recovery codes. */
const EnrolDialog = ({ opened, onClose }: Opened) => {
	const { refresh } = useAccountCalls();
	const [isOn, setIsOn] = useState(false);
	const close = () => {
		setIsOn(false);
		onClose();
	};
	const turnOn = () => {
		setIsOn(true);
		void refresh();
	};
	return (
		<Modal
			opened={opened}
			onClose={close}
			title="Set up a second factor"
			closeOnClickOutside={false}
			locked={isOn}
		>
			<EnrolSteps onClose={close} isOn={isOn} onTurnedOn={turnOn} />
		</Modal>
	);
};

const KEPT =
	'Your old app and your recovery codes work until you are done. The recovery codes stay the same.';

/** Replaces the authenticator app. The old one works until the new one has shown a code. */
const ChangeAuthenticatorDialog = ({ opened, onClose }: Opened) => {
	const { schema, field } = usePassword(KEPT);
	return (
		<FormDialog
			opened={opened}
			onClose={onClose}
			title="Change authenticator"
			schema={schema}
			send={createAuthenticator}
			submit="Continue"
			pending="Checking..."
			fallback="Could not change the authenticator"
			after={({ uri, ticket }) => (
				<Scan
					uri={uri}
					send={(code) => changeAuthenticator({ ticket, code })}
					submit="Change authenticator"
					onClose={onClose}
					onDone={() => {
						onClose();
						notify({
							title: 'Authenticator changed',
							message: 'Use the new app from now on.',
							good: true,
						});
					}}
				/>
			)}
		>
			{field || <Text>{KEPT}</Text>}
		</FormDialog>
	);
};

/** Renders the second factor: set it up, create new recovery codes, or turn it off. */
export const SecondFactorSection = ({ account }: { account: Account }) => {
	const { refresh } = useAccountCalls();
	const [open, setOpen] = useState<'enrol' | 'change' | 'codes' | 'end' | null>(null);
	const close = () => setOpen(null);
	const { schema, field } = usePassword();
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
						<Button variant="default" onClick={() => setOpen('change')}>
							Change authenticator
						</Button>
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
					Your role, {getRoleLabel(account.role)}, needs a second factor. Everything else opens once
					you have one.
				</Alert>
			)}
			<EnrolDialog opened={open === 'enrol'} onClose={close} />
			<ChangeAuthenticatorDialog opened={open === 'change'} onClose={close} />
			<FormDialog
				opened={open === 'codes'}
				onClose={close}
				title="New recovery codes"
				schema={schema}
				send={({ password = '' }) => createRecoveryCodes(password)}
				submit="Create new codes"
				pending="Creating..."
				locksAfter
				fallback="Could not create new codes"
				after={(codes) => <RecoveryCodes codes={codes} onClose={close} />}
			>
				{field || <Text>The old codes stop working.</Text>}
			</FormDialog>
			<FormDialog
				opened={open === 'end'}
				onClose={close}
				title="Turn off the second factor"
				schema={schema}
				send={({ password = '' }) => endSecondFactor(password)}
				onDone={() => {
					close();
					void refresh();
				}}
				submit="Turn off"
				pending="Turning off..."
				fallback="Could not turn off the second factor"
				dangerous
			>
				{field || <Text>You then sign in without a code.</Text>}
			</FormDialog>
		</SettingsPanel>
	);
};
