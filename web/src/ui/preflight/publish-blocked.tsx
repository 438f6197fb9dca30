import type { PreflightOfOne } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { Place } from '../../api/cached-rows.ts';
import { onDemand, useLast } from '../loading/on-demand.tsx';

/** The dialog that shows what is found, for a `DialogButton`. */
export const Preflighting = onDemand(() => import('./preflight-dialog.tsx'), 'PreflightDialog');
const [PreflightDialog] = Preflighting;

export interface PublishBlockedProps {
	resource: AnyResource;
	/** The place of its list. */
	place: Place;
	/** What was not published because of what was found; undefined while there is nothing of the kind. */
	blocked: PreflightOfOne | undefined;
	onClose: () => void;
	/** It is published now, as the server has it. */
	onPublished?: (item: unknown) => void;
}

/** Shows why something was not published, and the ways on. */
export const PublishBlocked = ({ resource, place, blocked, ...rest }: PublishBlockedProps) => {
	const last = useLast(blocked);
	const itemPlace = { ...place, [resource.param]: last?.id ?? '' };
	return (
		<PreflightDialog
			{...rest}
			opened={blocked !== undefined}
			resource={resource}
			place={itemPlace}
			blocked={last}
		/>
	);
};
