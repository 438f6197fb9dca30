import { Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Preflight } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { numberOf } from '#shared/grouped.ts';
import type { Place } from '../../api/cached-rows.ts';
import { preflightQuery } from '../../api/preflight.ts';
import { Badge } from '../controls.tsx';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { StatusBadge } from '../list/badges.tsx';
import { onDemand } from '../loading/on-demand.tsx';
import { useMayEdit } from '../page/for-editors.tsx';

const Publishing = onDemand(() => import('./publish-dialog.tsx'), 'PublishDialog');

const State = ({ findings, published, isDone }: Preflight & { isDone: boolean }) => {
	const counted = findings.filter(({ mended }) => !mended);
	if (counted.length > 0)
		return (
			<Badge color={counted.some(({ live }) => live) ? 'red' : 'yellow'} icon={IconAlertTriangle}>
				{numberOf(counted.length, 'problem')}
			</Badge>
		);
	// The button says so.
	return isDone ? null : <StatusBadge published={published} />;
};

/** How the button looks after everything is published. */
const quiet = {
	variant: 'subtle',
	color: 'gray',
	leftSection: <IconCircleCheck size={18} aria-hidden />,
};

interface PublishButtonProps {
	resource: AnyResource;
	/** The ids of the item. */
	place: Place;
	/** "Publish…" unless the page shows other items too. */
	label?: string;
}

/** Shows the state of an item, and opens the check that publishes it. */
export const PublishButton = ({ resource, place, label = 'Publish…' }: PublishButtonProps) => {
	const { data } = useQuery(preflightQuery(resource, place));
	const mayEdit = useMayEdit();
	const isDone = mayEdit && data?.published === true && data.drafts === 0;
	return (
		<Group gap="xs" wrap="nowrap">
			{data ? (
				<State {...data} isDone={isDone} />
			) : (
				// Keeps the room of the state, so that the button does not move.
				<span aria-hidden style={{ visibility: 'hidden' }}>
					<StatusBadge published={false} />
				</span>
			)}
			<DialogButton
				part={Publishing}
				dialog={{ resource, place }}
				{...(isDone ? quiet : { variant: 'default' })}
			>
				{isDone ? 'Published' : mayEdit ? label : 'Check…'}
			</DialogButton>
		</Group>
	);
};
