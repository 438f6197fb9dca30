import { List, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
	type IssuedCredentials,
	type OneTimeLink,
	type Person,
	personUpdate,
} from '#shared/contract/platform/people.ts';
import { peopleQuery } from '../api/people.ts';
import { ConfirmForm } from '../ui/dialog/confirm-dialog.tsx';
import { Modal } from '../ui/dialog/modal.tsx';
import { RoleField } from '../ui/fields/choice-fields.tsx';
import { type FormValues, UNSET } from '../ui/fields/use-form.ts';
import { Form, NextStep } from '../ui/form/form.tsx';
import { Loaded } from '../ui/loading/loaded.tsx';
import { type Opened, useLast } from '../ui/loading/on-demand.tsx';
import { OneTimeLinkNote } from './invite-dialog.tsx';
import type { PersonAct } from './person-menu.tsx';
import { buildIssuedCredentialsQuery, type PersonRow, usePeopleCalls } from './queries.ts';

import { WaysInBody } from './ways-in-dialog.tsx';

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

const questions: Record<Exclude<PersonAct, 'role' | 'disable' | 'waysIn'>, Question> = {
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

const QuestionDialog = ({
	person,
	act,
	onClose,
}: DialogProps & { act: keyof typeof questions }) => {
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

/** Prefix of a key's id in the name of its field. */
const KEY = 'key ';

/** Returns the new owner of each key, from the form's values. */
const readKeyOwners = (typed: FormValues) =>
	Object.fromEntries(
		Object.entries(typed)
			.filter(([name, to]) => name.startsWith(KEY) && to !== '')
			.map(([name, to]) => [name.slice(KEY.length), to]),
	);

interface EndingProps {
	issuedCredentials: IssuedCredentials;
	/** The administrators who stay. */
	others: readonly Person[];
	/** When it ends: 'With another role'. */
	when: string;
}

/** Lists links and keys that end with a person's rights, with a new owner to choose for each key. */
const Ending = ({
	issuedCredentials: { keys, invitations, resets },
	others,
	when,
}: EndingProps) => {
	const links = [
		...invitations.map((link) => ({ link, words: 'Invitation for' })),
		...resets.map((link) => ({ link, words: 'Password reset link for' })),
	];
	if (keys.length + links.length === 0) return null;
	return (
		<Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
			<Text fw={500}>{when}, what they have handed out ends:</Text>
			{links.length > 0 && (
				<List size="sm">
					{links.map(({ link: { person_id, name, email }, words }) => (
						<List.Item key={person_id}>
							{words} {name} ({email})
						</List.Item>
					))}
				</List>
			)}
			{keys.map(({ id, name, start }) => (
				<NativeSelect
					key={id}
					name={`${KEY}${id}`}
					label={`Key ${name} (${start}…)`}
					data={[
						{ value: UNSET, label: 'Ends' },
						...others.map((other) => ({ value: other.id, label: `Goes to ${other.name}` })),
					]}
				/>
			))}
			{keys.length > 0 && (
				<Text size="sm" c="dimmed">
					Programs that use a revoked key can no longer call the API. A transferred key stays valid,
					and its previous owner may still know it. If that is a risk, create a new key instead.
				</Text>
			)}
		</Stack>
	);
};

interface LeavingFormProps extends Pick<EndingProps, 'when'> {
	person: Person;
	/** Returns the changes from the form's values. */
	read: (typed: FormValues) => object;
	submit: string;
	said?: string;
	pending: string;
	dangerous?: boolean;
	fallback: string;
	onClose: () => void;
	children: ReactNode;
}

/** Renders a form that may remove a person's rights, with the links and keys that end with them. */
const LeavingForm = ({ person, when, read, children, ...form }: LeavingFormProps) => {
	const { id } = person;
	const issuedCredentials = useQuery(buildIssuedCredentialsQuery(id));
	const { data: people = [] } = useQuery(peopleQuery);
	const { update } = usePeopleCalls();
	const others = people.filter(
		(other) => other.role === 'admin' && other.status === 'active' && other.id !== id,
	);
	return (
		<Loaded query={issuedCredentials} loading="Loading...">
			{(ending) => (
				<Form
					{...form}
					schema={personUpdate}
					read={(typed) => ({ ...read(typed), keys_to: readKeyOwners(typed) })}
					send={(body) => update(id, body)}
				>
					{children}
					<Ending issuedCredentials={ending} others={others} when={when} />
				</Form>
			)}
		</Loaded>
	);
};

const RoleForm = ({ person, onClose }: DialogProps) => (
	<LeavingForm
		person={person}
		onClose={onClose}
		when="When the role is no longer administrator"
		read={({ role }) => ({ role })}
		submit="Change role"
		said="Role changed"
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

const formatTitle = ({ name }: PersonRow, act: PersonAct) => {
	if (act === 'role') return `Role of ${name}`;
	if (act === 'waysIn') return `How ${name} signs in`;
	return act === 'disable' ? 'Disable' : questions[act].title;
};

const renderBody = (dialog: DialogProps, act: PersonAct) => {
	if (act === 'role') return <RoleForm {...dialog} />;
	if (act === 'waysIn') return <WaysInBody {...dialog} />;
	return act === 'disable' ? <DisableForm {...dialog} /> : <QuestionDialog {...dialog} act={act} />;
};

/** Renders the dialogs of the list of people: change a role, or confirm an action. */
export const PersonDialogs = ({ opened, target, onClose }: PersonDialogsProps) => {
	const { person, act } = useLast(target) ?? {};
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title={person && act && formatTitle(person, act)}
			closeOnClickOutside={act !== 'link'}
		>
			{person && act && renderBody({ person, onClose }, act)}
		</Modal>
	);
};
