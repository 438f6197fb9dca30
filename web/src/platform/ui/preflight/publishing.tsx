import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { useMay } from '../../api/account.ts';
import type { Place } from '../../api/cached-rows.ts';
import { buildPreflightQuery } from '../../api/preflight.ts';
import { Badge } from '../controls.tsx';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { onDemand } from '../loading/on-demand.tsx';
import { StatusBadge } from '../table/badges.tsx';

const publishDialog = onDemand(() => import('./publish-dialog.tsx'), 'PublishDialog');

/** Renders the dialog that checks an item and publishes it; loaded when it first opens. */
export const [LazyPublishDialog] = publishDialog;

/** Renders the dialog that unpublishes an item; loaded when it first opens. */
export const [LazyUnpublishDialog] = onDemand(
	() => import('./unpublish-dialog.tsx'),
	'UnpublishDialog',
);

interface CheckedItem {
	resource: AnyResource;
	/** The ids of the item. */
	place: Place;
}

/** Returns the words of the button that opens the check, for those who may publish and have something to publish. */
export const usePublishWords = ({ resource, place }: CheckedItem) => {
	const { data } = useQuery(buildPreflightQuery(resource, place));
	const isDone = data?.published === true && data.drafts === 0;
	return useMay('content:publish') && !isDone ? 'Publish…' : 'Check…';
};

/** Renders the state of an item and the number of problems that publishing leaves: red if learners see one now. */
export const ItemState = ({ resource, place }: CheckedItem) => {
	const { data } = useQuery(buildPreflightQuery(resource, place));
	if (!data) return null;
	const findings = data.findings.filter(({ mended }) => !mended);
	const isBroken = findings.some(({ live, severity }) => live && severity === 'broken');
	return (
		<Group component="span" gap={6} wrap="nowrap" flex="none">
			<StatusBadge published={data.published} from={data.visible_from} />
			{findings.length > 0 && (
				<Badge color={isBroken ? 'red' : 'yellow'} icon={IconAlertTriangle}>
					{`${findings.length} to fix`}
				</Badge>
			)}
		</Group>
	);
};

interface PublishButtonProps extends CheckedItem {
	/** Replaces "Publish…", if the page shows other items too. */
	label?: string;
	className?: string | undefined;
}

/** Renders the button that opens the check of an item. */
export const PublishButton = ({ resource, place, label, className }: PublishButtonProps) => {
	const words = usePublishWords({ resource, place });
	return (
		<DialogButton
			part={publishDialog}
			dialog={{ resource, place }}
			variant="default"
			miw="7rem"
			className={className}
			data-publishes={resource.key}
		>
			{(words === 'Publish…' && label) || words}
		</DialogButton>
	);
};
