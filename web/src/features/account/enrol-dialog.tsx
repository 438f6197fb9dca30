import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { confirmation } from '#shared/contract/account.ts';
import { beginSecondFactor, confirmSecondFactor, type Enrolment } from '../../api/auth.ts';
import { oneTimeCode, withoutBlanks } from '../../api/codes.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ShownOnce } from '../../ui/dialog/shown-once.tsx';
import { PasswordField } from '../../ui/fields/secret-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { Form, NextStep } from '../../ui/form/form.tsx';
import { lazyPart, type Opened } from '../../ui/loading/on-demand.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { useAccountCalls } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const [QrCode] = lazyPart(
	() => import('./qr-code.tsx'),
	'QrCode',
	<Skeleton height={220} width={220} marginInline="auto" />,
);

/** Returns the secret of an `otpauth://` URI (Key Uri Format), in groups that are easy to type. */
const secretIn = (uri: string) =>
	(URL.parse(uri)?.searchParams.get('secret') ?? '').replace(/.{4}(?=.)/g, '$& ');

const Scan = ({
	enrolment,
	onClose,
	onDone,
}: {
	enrolment: Enrolment;
	onClose: () => void;
	onDone: () => void;
}) => (
	<Stack gap="md">
		<Text>
			Scan this with an authenticator app on your phone (Google Authenticator, Microsoft
			Authenticator, Aegis or any other), then type the six digits that it shows.
		</Text>
		<QrCode text={enrolment.totpURI} label="QR code for the authenticator app" />
		{/* A phone cannot scan its own screen. */}
		<Anchor href={enrolment.totpURI} ta="center">
			Or open it in an app on this device
		</Anchor>
		<ShownOnce label="Setup key" value={secretIn(enrolment.totpURI)}>
			Type this key into the app if it cannot scan the code.
		</ShownOnce>
		<Form
			schema={oneTimeCode}
			read={withoutBlanks}
			send={({ code }) => confirmSecondFactor(code)}
			onDone={onDone}
			submit="Turn on"
			pending="Checking..."
			fallback="Could not check the code"
			onClose={onClose}
		>
			<TextField name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" />
		</Form>
	</Stack>
);

const Body = ({ onClose }: { onClose: () => void }) => {
	const { refresh } = useAccountCalls();
	const [enrolment, setEnrolment] = useState<Enrolment>();
	const [on, setOn] = useState(false);
	if (!enrolment) {
		return (
			<Form
				schema={confirmation}
				send={({ password }) => beginSecondFactor(password)}
				onDone={setEnrolment}
				submit="Continue"
				pending="Checking..."
				fallback="Could not set up the second factor"
				onClose={onClose}
			>
				<PasswordField description="Confirms that it is you." />
			</Form>
		);
	}
	const turnedOn = () => {
		setOn(true);
		void refresh();
	};
	if (!on) return <Scan enrolment={enrolment} onClose={onClose} onDone={turnedOn} />;
	return (
		<NextStep>
			<RecoveryCodes codes={enrolment.backupCodes} onClose={onClose} />
		</NextStep>
	);
};

/** Sets up a second factor: the password, the app, and the recovery codes. */
export const EnrolDialog = ({ opened, onClose }: Opened) => (
	<Modal
		opened={opened}
		onClose={onClose}
		title="Set up a second factor"
		closeOnClickOutside={false}
	>
		<Body onClose={onClose} />
	</Modal>
);
