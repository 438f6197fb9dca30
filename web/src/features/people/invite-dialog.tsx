import { personCreate } from '#shared/contract/people.ts';
import { RoleField } from '../../ui/fields/choice-fields.tsx';
import { EmailField } from '../../ui/fields/secret-fields.tsx';
import { TextField } from '../../ui/fields/text-fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { OneTimeLinkNote } from './one-time-link.tsx';
import { usePeopleCalls } from './queries.ts';

/** Invites a person with a name, e-mail address and role, then shows their link. */
export const InviteDialog = (dialog: Opened) => (
	<FormDialog
		{...dialog}
		title="Invite a person"
		schema={personCreate}
		send={usePeopleCalls().invite}
		submit="Invite"
		pending="Inviting..."
		fallback="Could not invite the person"
		after={({ person, link }) => (
			<OneTimeLinkNote link={link} name={person.name} onClose={dialog.onClose} />
		)}
	>
		<TextField name="name" label="Name" />
		<EmailField autoComplete="off" />
		<RoleField />
	</FormDialog>
);
