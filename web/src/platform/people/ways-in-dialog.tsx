import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WaysIn } from '#shared/contract/platform/ways-in.ts';
import { siteQuery } from '../api/account.ts';
import { DialogFoot } from '../ui/dialog/dialog-foot.tsx';
import { DAY, formatInstant } from '../ui/format/dates.ts';
import { Failed } from '../ui/loading/failed.tsx';
import { Loaded } from '../ui/loading/loaded.tsx';
import { buildWaysInQuery, type PersonRow, usePeopleCalls } from './queries.ts';

interface Way {
	/** The name in the API: `password`, `provider`, or the id of a passkey. */
	way: string;
	title: string;
	note?: string;
}

const listWays = ({ password, provider, passkeys }: WaysIn, providerName: string): Way[] => [
	...(password ? [{ way: 'password', title: 'Password' }] : []),
	...(provider
		? [
				{
					way: 'provider',
					title: `Account at ${providerName}`,
					note: 'Linked again at the next sign-in there. To keep someone out, disable them.',
				},
			]
		: []),
	...passkeys.map(({ id, name, last_used_at }) => ({
		way: id,
		title: `Passkey “${name}”`,
		note: last_used_at ? `Last used ${formatInstant(last_used_at, DAY)}` : 'Never used',
	})),
];

/** Lists the ways in which a person can sign in, with a button to end each. */
export const WaysInBody = ({ person, onClose }: { person: PersonRow; onClose: () => void }) => {
	const waysIn = useQuery(buildWaysInQuery(person.id));
	const { data: site } = useQuery(siteQuery);
	const { endWayIn } = usePeopleCalls();
	const end = useMutation({ mutationFn: (way: string) => endWayIn(person.id, way) });
	return (
		<>
			{end.error && <Failed error={end.error} fallback="This did not work" />}
			<Text c="dimmed">Ending one signs {person.name} out everywhere.</Text>
			<Loaded query={waysIn} loading="Loading...">
				{(stored) => {
					const ways = listWays(stored, site?.provider ?? 'the identity provider');
					if (ways.length === 0)
						return <Text mt="md">None. Create a password reset link for them.</Text>;
					return (
						<Stack component="ul" className="ruled" gap={0} mt="xs" aria-label="Ways to sign in">
							{ways.map(({ way, title, note }) => (
								<Group component="li" key={way} justify="space-between" gap="sm" py="sm">
									<div style={{ flex: '1 1 180px', overflowWrap: 'anywhere' }}>
										{title}
										{note && (
											<Text size="sm" c="dimmed">
												{note}
											</Text>
										)}
									</div>
									<Button
										variant="default"
										color="red"
										size="xs"
										aria-label={`End ${title}`}
										loading={end.isPending && end.variables === way}
										onClick={() => end.mutate(way)}
									>
										End
									</Button>
								</Group>
							))}
						</Stack>
					);
				}}
			</Loaded>
			<DialogFoot>
				<Button variant="default" onClick={onClose}>
					Close
				</Button>
			</DialogFoot>
		</>
	);
};
