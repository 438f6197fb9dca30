import { personCreate } from '#shared/contract/people.ts';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { EmailField } from '../../ui/plain-form/passwords.tsx';
import { PlainText } from '../../ui/plain-form/plain-fields.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
import { RoleField } from '../../ui/plain-form/role-field.tsx';
import { OneTimeLinkNote } from './one-time-link.tsx';
import { usePeopleCalls } from './queries.ts';

/** Invites a person with a name, e-mail address and role, then shows their link. */
export const InviteDialog = (dialog: Opened) => (
	<PlainFormDialog
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
		<PlainText name="name" label="Name" />
		<EmailField autoComplete="off" />
		<RoleField />
	</PlainFormDialog>
);
