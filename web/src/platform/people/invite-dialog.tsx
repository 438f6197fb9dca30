import { Button, Text } from '@mantine/core';
import { type OneTimeLink, personCreate } from '#shared/contract/platform/people.ts';
import { DialogFoot } from '../ui/dialog/dialog-foot.tsx';
import { RoleField } from '../ui/fields/choice-fields.tsx';
import { EmailField, TextField } from '../ui/fields/text-fields.tsx';
import { FormDialog } from '../ui/form/form.tsx';
import { formatMoment } from '../ui/format/dates.ts';
import type { Opened } from '../ui/loading/on-demand.tsx';
import { ShownOnce } from '../ui/page/shown-once.tsx';
import { usePeopleCalls } from './queries.ts';

interface OneTimeLinkNoteProps {
	link: OneTimeLink;
	/** Name of the recipient. */
	name: string;
	onClose: () => void;
}

/** Reports that the link was sent by e-mail, or shows the link to pass on. */
export const OneTimeLinkNote = ({ link, name, onClose }: OneTimeLinkNoteProps) => {
	const { url, expires_at } = link;
	const until = formatMoment(expires_at);
	return (
		<>
			{url === null ? (
				<Text>
					The link is on its way to <strong>{name}</strong> by e-mail. It works once, until {until}.
					If it does not arrive, create another one.
				</Text>
			) : (
				<>
					<Text mb="md">
						Send this link to <strong>{name}</strong> only. The person who opens the link chooses
						the password.
					</Text>
					<ShownOnce label="Link" value={url}>
						It works once, until {until}, and is not shown again.
					</ShownOnce>
				</>
			)}
			<DialogFoot>
				<Button onClick={onClose}>Done</Button>
			</DialogFoot>
		</>
	);
};

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
