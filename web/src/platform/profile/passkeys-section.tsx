import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Passkey, passkeyUpdate } from '#shared/contract/platform/ways-in.ts';
import { canUsePasskeys } from '../api/passkeys.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { TextField } from '../ui/fields/text-fields.tsx';
import { FormDialog } from '../ui/form/form.tsx';
import { SettingsPanel } from '../ui/form/form-panel.tsx';
import { DAY, formatInstant } from '../ui/format/dates.ts';
import { Loaded } from '../ui/loading/loaded.tsx';
import { passkeysQuery, useAccountCalls } from './queries.ts';
import { describeDevice } from './sessions-section.tsx';

type Task = { act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey } | null;

interface PasskeyRowProps {
	passkey: Passkey;
	onAct: (act: 'rename' | 'remove') => void;
}

const PasskeyRow = ({ passkey: { name, created_at, last_used_at }, onAct }: PasskeyRowProps) => (
	<Group component="li" justify="space-between" gap="sm" py="sm">
		<Box miw={0} fz={15} style={{ overflowWrap: 'anywhere' }}>
			{name}
			<Text size="sm" c="dimmed">
				Added {formatInstant(created_at, DAY)} ·{' '}
				{last_used_at ? `last used ${formatInstant(last_used_at, DAY)}` : 'never used'}
			</Text>
		</Box>
		<Group gap={8} flex="none">
			<Button
				variant="default"
				size="xs"
				aria-label={`Rename ${name}`}
				onClick={() => onAct('rename')}
			>
				Rename
			</Button>
			<Button
				variant="default"
				size="xs"
				aria-label={`Remove ${name}`}
				onClick={() => onAct('remove')}
			>
				Remove
			</Button>
		</Group>
	</Group>
);

/** Lists the person's passkeys, with dialogs to add, rename and remove one. */
export const PasskeysSection = () => {
	const passkeys = useQuery(passkeysQuery);
	const { addPasskey, renamePasskey, removePasskey } = useAccountCalls();
	const [task, setTask] = useState<Task>(null);
	const close = () => setTask(null);
	const isSupported = canUsePasskeys();
	const passkey = task && 'passkey' in task ? task.passkey : undefined;
	const nameField = (name: string) => (
		<TextField
			name="name"
			label="Name"
			description="For example, the device."
			defaultValue={name}
		/>
	);
	return (
		<SettingsPanel
			title="Passkeys"
			text={`Sign in with your fingerprint, your face or the PIN of your device instead of a password and a code.${isSupported ? '' : ' This browser, or this address, cannot make passkeys.'}`}
			actions={
				isSupported && (
					<Button variant="default" onClick={() => setTask({ act: 'add' })}>
						Add passkey
					</Button>
				)
			}
		>
			<Loaded query={passkeys} loading="Loading passkeys...">
				{(rows) =>
					rows.length > 0 && (
						<Stack component="ul" className="ruled" gap={0} mt="xs" aria-label="Passkeys">
							{rows.map((row) => (
								<PasskeyRow
									key={row.id}
									passkey={row}
									onAct={(act) => setTask({ act, passkey: row })}
								/>
							))}
						</Stack>
					)
				}
			</Loaded>
			<FormDialog
				opened={task?.act === 'add'}
				onClose={close}
				title="Add passkey"
				schema={passkeyUpdate}
				send={({ name }) => addPasskey(name)}
				submit="Add passkey"
				said="Passkey added"
				pending="Follow your browser..."
				fallback="Could not add the passkey"
			>
				{nameField(describeDevice(navigator.userAgent))}
			</FormDialog>
			<FormDialog
				opened={task?.act === 'rename'}
				onClose={close}
				title="Rename passkey"
				schema={passkeyUpdate}
				send={({ name }) => renamePasskey(passkey?.id ?? '', name)}
				submit="Save"
				said="Name saved"
				pending="Saving..."
				fallback="Could not rename the passkey"
			>
				{nameField(passkey?.name ?? '')}
			</FormDialog>
			<ConfirmDialog
				opened={task?.act === 'remove'}
				onClose={close}
				title="Remove passkey"
				submit="Remove"
				dangerous
				action={() => removePasskey(passkey?.id ?? '')}
				fallback="Could not remove the passkey"
			>
				You can no longer sign in with “{passkey?.name}”. Delete the passkey on your device too.
			</ConfirmDialog>
		</SettingsPanel>
	);
};
