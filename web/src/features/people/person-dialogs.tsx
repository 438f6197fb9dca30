import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OneTimeLink } from '#shared/contract/people.ts';
import { ConfirmForm } from '../../ui/dialog/confirm-dialog.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { RoleField } from '../../ui/fields/choice-fields.tsx';
import { NextStep } from '../../ui/form/form.tsx';
import { type Opened, useLast } from '../../ui/loading/on-demand.tsx';
import { LeavingForm } from './leaving-form.tsx';
import { OneTimeLinkNote } from './one-time-link.tsx';
import type { PersonRow } from './person-columns.tsx';
import type { PersonAct } from './person-menu.tsx';
import { usePeopleCalls } from './queries.ts';

const FALLBACK = 'This did not work';

/** Text of a confirmation. */
interface Question {
	title: string;
	text: (name: ReactNode) => ReactNode;
	/** Label of the submit button. */
	submit: string;
	dangerous?: boolean;
	run: (calls: ReturnType<typeof usePeopleCalls>, id: string) => Promise<unknown>;
}

const questions: Record<Exclude<PersonAct, 'role' | 'disable'>, Question> = {
	link: {
		title: 'New link',
		text: (name) => (
			<>Create a link with which {name} chooses a password? Links made before stop working.</>
		),
		submit: 'Create link',
		run: (calls, id) => calls.link(id),
	},
	enable: {
		title: 'Enable',
		text: (name) => <>Enable {name}? They can sign in again, as before.</>,
		submit: 'Enable',
		run: (calls, id) => calls.update(id, { disabled: false }),
	},
	endSessions: {
		title: 'Sign out everywhere',
		text: (name) => <>Sign {name} out on all devices? They can sign in again.</>,
		submit: 'Sign out',
		run: (calls, id) => calls.endSessions(id),
	},
	endSecondFactor: {
		title: 'Remove second factor',
		text: (name) => (
			<>
				Remove the second factor of {name}? Their password alone is then enough. Make sure that it
				is really they who asked for it.
			</>
		),
		submit: 'Remove',
		dangerous: true,
		run: (calls, id) => calls.endSecondFactor(id),
	},
	uninvite: {
		title: 'Withdraw invitation',
		text: (name) => <>Withdraw the invitation of {name}? Its link stops working.</>,
		submit: 'Withdraw',
		dangerous: true,
		run: (calls, id) => calls.uninvite(id),
	},
};

interface DialogProps {
	person: PersonRow;
	onClose: () => void;
}

const Asked = ({ person, act, onClose }: DialogProps & { act: keyof typeof questions }) => {
	const { id, name } = person;
	const calls = usePeopleCalls();
	const [link, setLink] = useState<OneTimeLink>();
	if (link)
		return (
			<NextStep>
				<OneTimeLinkNote link={link} name={name} onClose={onClose} />
			</NextStep>
		);
	const { text, run, submit, dangerous = false } = questions[act];
	return (
		<ConfirmForm
			submit={submit}
			dangerous={dangerous}
			action={() => run(calls, id)}
			fallback={FALLBACK}
			onClose={onClose}
			{...(act === 'link' && { onDone: (made) => setLink(made as OneTimeLink) })}
		>
			{text(<strong>{name}</strong>)}
		</ConfirmForm>
	);
};

const RoleForm = ({ person, onClose }: DialogProps) => (
	<LeavingForm
		person={person}
		onClose={onClose}
		when="When the role is no longer administrator"
		read={({ role }) => ({ role })}
		submit="Change role"
		pending="Changing..."
		fallback={FALLBACK}
	>
		<RoleField defaultValue={person.role} />
		{person.self && person.role === 'admin' && (
			<Text size="sm" c="dimmed">
				This is your own account. You cannot change the role back yourself.
			</Text>
		)}
	</LeavingForm>
);

const DisableForm = ({ person, onClose }: DialogProps) => (
	<LeavingForm
		person={person}
		onClose={onClose}
		when="With it"
		read={() => ({ disabled: true })}
		submit="Disable"
		pending="Disabling..."
		dangerous
		fallback={FALLBACK}
	>
		<Text style={{ overflowWrap: 'anywhere' }}>
			Disable <strong>{person.name}</strong>? They are signed out and can no longer sign in. You can
			enable them again.
		</Text>
	</LeavingForm>
);

interface PersonDialogsProps extends Opened {
	/** The person and action of the open dialog. */
	target: { person: PersonRow; act: PersonAct } | null;
}

const titleOf = ({ name }: PersonRow, act: PersonAct) => {
	if (act === 'role') return `Role of ${name}`;
	return act === 'disable' ? 'Disable' : questions[act].title;
};

const bodyOf = (dialog: DialogProps, act: PersonAct) => {
	if (act === 'role') return <RoleForm {...dialog} />;
	return act === 'disable' ? <DisableForm {...dialog} /> : <Asked {...dialog} act={act} />;
};

/** Renders the dialogs of the list of people: change a role, or confirm an action. */
export const PersonDialogs = ({ opened, target, onClose }: PersonDialogsProps) => {
	const { person, act } = useLast(target) ?? {};
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title={person && act && titleOf(person, act)}
			closeOnClickOutside={act !== 'link'}
		>
			{person && act && bodyOf({ person, onClose }, act)}
		</Modal>
	);
};
