import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
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

const State = ({ findings, published }: Preflight) =>
	findings.length > 0 ? (
		<Badge color={findings.some(({ live }) => live) ? 'red' : 'yellow'} icon={IconAlertTriangle}>
			{numberOf(findings.length, 'problem')}
		</Badge>
	) : (
		<StatusBadge published={published} />
	);

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
	return (
		<Group gap="xs" wrap="nowrap">
			{data ? (
				<State {...data} />
			) : (
				// Keeps the room of the state, so that the button does not move.
				<span aria-hidden style={{ visibility: 'hidden' }}>
					<StatusBadge published={false} />
				</span>
			)}
			<DialogButton part={Publishing} dialog={{ resource, place }} variant="default">
				{mayEdit ? label : 'Check…'}
			</DialogButton>
		</Group>
	);
};
