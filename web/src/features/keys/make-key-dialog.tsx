import { Button, Group, Text } from '@mantine/core';
import { KEY_DAYS_DEFAULT, KEY_DAYS_MAX, keyCreate, type MadeKey } from '#shared/contract/keys.ts';
import { DAY, inEastAfrica } from '../../ui/dates/dates.ts';
import { ShownOnce } from '../../ui/dialog/shown-once.tsx';
import { ChoiceField, RoleField } from '../../ui/fields/choice-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { useKeyCalls } from './queries.ts';

const terms = {
	30: '30 days',
	90: '90 days',
	[KEY_DAYS_DEFAULT]: 'One year',
	[KEY_DAYS_MAX]: 'Three years',
};

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

/** Creates an API key for a program and shows its secret once. */
export const MakeKeyDialog = (dialog: Opened) => (
	<FormDialog
		{...dialog}
		title="Create a key"
		schema={keyCreate}
		read={({ days, ...typed }) => ({ ...typed, days: Number(days) })}
		send={useKeyCalls().make}
		submit="Create key"
		pending="Creating..."
		fallback="Could not create the key"
		after={(made) => <Made made={made} onClose={dialog.onClose} />}
	>
		<TextField
			name="name"
			label="Name"
			description="The program that uses the key, such as “Learner app”."
		/>
		<RoleField program />
		<ChoiceField
			name="days"
			label="Works for"
			options={terms}
			defaultValue={String(KEY_DAYS_DEFAULT)}
		/>
	</FormDialog>
);
