import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDeviceMobileOff, IconKey } from '@tabler/icons-react';
import type { StaffAccess } from '#shared/contract/finance/accounts.ts';
import { z } from '#shared/zod.ts';
import { useMay } from '../../platform/api/account.ts';
import { ConfirmDialog } from '../../platform/ui/dialog/confirm-dialog.tsx';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { ShownOnce } from '../../platform/ui/page/shown-once.tsx';
import { formatAccount, formatDayAndTime } from '../ui/formats.ts';
import { useAccountChanges } from './changes.ts';

type Device = StaffAccess['devices'][number];

const CodeDialog = ({ opened, onClose, id, account }: Opened & { id: string; account: string }) => {
	const { makeCode } = useAccountChanges(id);
	return (
		<FormDialog
			opened={opened}
			onClose={onClose}
			title="Make a sign-in code"
			schema={z.object({})}
			send={(_, attempt) => makeCode(attempt)}
			submit="Make a code"
			said="Code made"
			pending="Making..."
			fallback="Could not make a code"
			after={({ code, until }) => (
				<>
					<Text mb="md">Give this code to the owner of account {formatAccount(account)} only.</Text>
					<ShownOnce label="Code" value={code}>
						The code signs one device in, once, until {formatMoment(until)}. The code is not shown
						again.
					</ShownOnce>
					<Group justify="flex-end" mt="lg">
						<Button onClick={onClose}>Done</Button>
					</Group>
				</>
			)}
		>
			<Text size="sm" c="dimmed">
				For a lost phone, or an account without a payment. Everyone with the code and the account
				number can sign in.
			</Text>
		</FormDialog>
	);
};

const codeDialog = [CodeDialog, () => {}] as const;

const Proof = ({ by }: Pick<Device, 'by'>) => {
	if (by?.kind === 'new_account') return 'Made the account';
	if (by?.kind === 'code') return `Code of ${by.staff}`;
	if (!by) return 'Unknown';
	return by.transaction_id === null ? (
		`Payment ${by.receipt}`
	) : (
		<LinkText
			to="/admin/transactions/$transactionId"
			params={{ transactionId: by.transaction_id }}
			small
		>
			Payment {by.receipt}
		</LinkText>
	);
};

/** Renders the devices of an account and what signed each in, with buttons for a code and to sign all of them out. */
export const Devices = ({ id, access }: { id: string; access: StaffAccess }) => {
	const { devices, account } = access;
	const mayAct = useMay('payments:act');
	const [asking, { open, close }] = useDisclosure(false);
	const { signOutDevices } = useAccountChanges(id);
	const format = (instant: string) => Object.values(formatDayAndTime(instant)).join(', ');
	return (
		<Section
			title="Devices"
			aside={
				mayAct && (
					<Group gap="xs">
						<DialogButton
							part={codeDialog}
							dialog={{ id, account }}
							variant="default"
							size="xs"
							leftSection={<IconKey size={16} aria-hidden />}
						>
							Sign-in code…
						</DialogButton>
						{devices.length > 0 && (
							<Button
								variant="default"
								size="xs"
								leftSection={<IconDeviceMobileOff size={16} aria-hidden />}
								onClick={open}
							>
								Sign out all devices
							</Button>
						)}
					</Group>
				)
			}
		>
			{devices.length === 0 ? (
				<Text size="sm" c="dimmed">
					No device is signed in.
				</Text>
			) : (
				<Lines label="Devices">
					{devices.map(({ signed_in_at: since, seen_at: seen, by }) => (
						<Line
							key={since + seen}
							name={`Signed in ${format(since)}`}
							about={`Last used ${format(seen)}`}
						>
							<Text span size="sm">
								<Proof by={by} />
							</Text>
						</Line>
					))}
				</Lines>
			)}
			<ConfirmDialog
				opened={asking}
				onClose={close}
				title="Sign out all devices"
				submit="Sign out all devices"
				action={signOutDevices}
				fallback="Could not sign out the devices"
			>
				Premium papers close on these devices at once, and sign-in codes stop working. A payment
				that counts, or a new code, signs in again.
			</ConfirmDialog>
		</Section>
	);
};
