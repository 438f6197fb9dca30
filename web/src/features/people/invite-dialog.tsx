import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type HandedLink, type Person, personCreate } from '#shared/contract/people.ts';
import { PlainForm } from '../../ui/plain-form.tsx';
import { RoleField } from '../../ui/role-field.tsx';
import { LinkToHand } from './handed-link.tsx';
import { usePeopleCalls } from './queries.ts';

const Body = ({ onClose }: { onClose: () => void }) => {
	const { invite } = usePeopleCalls();
	const [made, setMade] = useState<{ person: Person; link: HandedLink }>();
	if (made) return <LinkToHand link={made.link} name={made.person.name} onClose={onClose} />;
	return (
		<PlainForm
			schema={personCreate}
			send={invite}
			onDone={setMade}
			submit="Invite"
			pending="Inviting..."
			fallback="The person could not be invited"
			cancel={
				<Button variant="default" onClick={onClose}>
					Cancel
				</Button>
			}
		>
			{(wrong) => (
				<>
					<TextInput name="name" label="Name" autoComplete="off" error={wrong.name} />
					<TextInput
						name="email"
						label="E-mail"
						type="email"
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						error={wrong.email}
					/>
					<RoleField error={wrong.role} />
				</>
			)}
		</PlainForm>
	);
};

/** Invites somebody: who they are and what they may do, then the link for them. */
export const InviteDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
	<Modal opened={opened} onClose={onClose} title="Invite a person" closeOnClickOutside={false}>
		<Body onClose={onClose} />
	</Modal>
);
