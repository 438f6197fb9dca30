import { Button, Group, Text } from '@mantine/core';
import type { OneTimeLink } from '#shared/contract/people.ts';
import { DAY, inEastAfrica, TIME } from '../../ui/dates/dates.ts';
import { ShownOnce } from '../../ui/dialog/shown-once.tsx';

interface OneTimeLinkNoteProps {
	link: OneTimeLink;
	/** Name of the recipient. */
	name: string;
	onClose: () => void;
}

/** Reports that the link was sent by e-mail, or shows the link to pass on. */
export const OneTimeLinkNote = ({
	link: { url, expires_at },
	name,
	onClose,
}: OneTimeLinkNoteProps) => {
	const until = `${inEastAfrica(expires_at, DAY)} at ${inEastAfrica(expires_at, TIME)}`;
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
			<Group justify="flex-end" mt="lg">
				<Button onClick={onClose}>Done</Button>
			</Group>
		</>
	);
};
