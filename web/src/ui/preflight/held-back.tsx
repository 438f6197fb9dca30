import { useRef } from 'react';
import type { PreflightOfOne } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { onDemand } from '../on-demand.tsx';

export const [PreflightDialog, preparePreflight] = onDemand(
	() => import('./preflight-dialog.tsx'),
	'PreflightDialog',
);

export interface HeldBackProps {
	resource: AnyResource;
	/** The place of its list. */
	place: Readonly<Record<string, string>>;
	/** What was not published because of what was found; undefined while there is nothing of the kind. */
	held: PreflightOfOne | undefined;
	onClose: () => void;
	/** It is published now, as the server has it. */
	onPublished?: (item: unknown) => void;
}

/** Shows why something was not published, and the ways on. */
export const HeldBack = ({ resource, place, held, ...rest }: HeldBackProps) => {
	// What was held back last, while the dialog fades away.
	const last = useRef(held);
	if (held) last.current = held;
	const itemPlace = { ...place, [resource.param]: last.current?.id ?? '' };
	return (
		<PreflightDialog
			{...rest}
			opened={held !== undefined}
			resource={resource}
			place={itemPlace}
			held={last.current}
		/>
	);
};
