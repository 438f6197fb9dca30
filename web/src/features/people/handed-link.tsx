import { Alert, Button, Group, Text } from '@mantine/core';
import type { HandedLink } from '#shared/contract/people.ts';
import { DAY, inEastAfrica, TIME } from '../../ui/dates.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

interface LinkToHandProps {
	link: HandedLink;
	/** Whom it is for. */
	name: string;
	onClose: () => void;
}

/** A link to hand over, by whatever way people talk. */
export const LinkToHand = ({ link, name, onClose }: LinkToHandProps) => (
	<>
		{link.sent && (
			<Alert mb="md" title="On its way by e-mail">
				Should it not arrive, hand over the link yourself.
			</Alert>
		)}
		<Text mb="md">
			Send this link to <strong>{name}</strong>, and to nobody else: whoever opens it chooses the
			password.
		</Text>
		<ShownOnce label="Link" value={link.url}>
			It works once, until {inEastAfrica(link.expires_at, DAY)} at{' '}
			{inEastAfrica(link.expires_at, TIME)}, and is not shown again.
		</ShownOnce>
		<Group justify="flex-end" mt="lg">
			<Button onClick={onClose}>Done</Button>
		</Group>
	</>
);
