import { Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { KEY_DAYS_DEFAULT, KEY_DAYS_MAX, keyCreate, type MadeKey } from '#shared/contract/keys.ts';
import { DAY, inEastAfrica } from '../../ui/dates.ts';
import { PlainForm } from '../../ui/plain-form.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { useKeyCalls } from './queries.ts';

const terms = [
	{ value: '30', label: '30 days' },
	{ value: '90', label: '90 days' },
	{ value: String(KEY_DAYS_DEFAULT), label: 'One year' },
	{ value: String(KEY_DAYS_MAX), label: 'Three years' },
];

const Made = ({ made, onClose }: { made: MadeKey; onClose: () => void }) => (
	<>
		<Text mb="md">
			Give this key to <strong>{made.key.name}</strong>. A program sends it as{' '}
			<code>Authorization: Bearer …</code> with every call.
		</Text>
		<ShownOnce label="Key" value={made.secret}>
			It works until {inEastAfrica(made.key.expires_at, DAY)}. Keep it like a password: it is not
			shown again.
		</ShownOnce>
		<Group justify="flex-end" mt="lg">
			<Button onClick={onClose}>Done</Button>
		</Group>
	</>
);

const Body = ({ onClose }: { onClose: () => void }) => {
	const { make } = useKeyCalls();
	const [made, setMade] = useState<MadeKey>();
	if (made) return <Made made={made} onClose={onClose} />;
	return (
		<PlainForm
			schema={keyCreate}
			read={({ days, ...typed }) => ({ ...typed, days: Number(days) })}
			send={make}
			onDone={setMade}
			submit="Create key"
			pending="Creating..."
			fallback="The key could not be created"
			cancel={
				<Button variant="default" onClick={onClose}>
					Cancel
				</Button>
			}
		>
			{(wrong) => (
				<>
					<TextInput
						name="name"
						label="Name"
						description="The program that will use it: “Learner app”."
						autoComplete="off"
						error={wrong.name}
					/>
					<RoleField error={wrong.role} program />
					<NativeSelect
						name="days"
						label="Works for"
						data={terms}
						defaultValue={String(KEY_DAYS_DEFAULT)}
						error={wrong.days}
					/>
				</>
			)}
		</PlainForm>
	);
};

/** Makes a key for a program, and shows it this one time. */
export const MakeKeyDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
	<Modal opened={opened} onClose={onClose} title="Create a key" closeOnClickOutside={false}>
		<Body onClose={onClose} />
	</Modal>
);
