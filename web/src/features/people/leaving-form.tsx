import { List, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type IssuedCredentials, type Person, personUpdate } from '#shared/contract/people.ts';
import { Form } from '../../ui/form/form.tsx';
import type { FormValues } from '../../ui/form/use-form.ts';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { issuedCredentialsQuery, peopleQuery, usePeopleCalls } from './queries.ts';

/** Prefix of a key's id in the name of its field. */
const KEY = 'key ';

/** Returns the new owner of each key, from the form's values. */
const keysTo = (typed: FormValues) =>
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
			<Text fw={550}>{when}, what they have handed out ends:</Text>
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
						{ value: '', label: 'Ends' },
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
	pending: string;
	dangerous?: boolean;
	fallback: string;
	onClose: () => void;
	children: ReactNode;
}

/** Renders a form that may remove a person's rights, with the links and keys that end with them. */
export const LeavingForm = ({ person, when, read, children, ...form }: LeavingFormProps) => {
	const { id } = person;
	const issuedCredentials = useQuery(issuedCredentialsQuery(id));
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
					read={(typed) => ({ ...read(typed), keys_to: keysTo(typed) })}
					send={(body) => update(id, body)}
				>
					{children}
					<Ending issuedCredentials={ending} others={others} when={when} />
				</Form>
			)}
		</Loaded>
	);
};
