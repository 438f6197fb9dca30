import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/resource.ts';
import { numberOf } from '#shared/grouped.ts';
import type { Place } from '../../api/cached-rows.ts';
import { preflightQuery } from '../../api/preflight.ts';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { Preflighting } from './publish-blocked.tsx';

interface PreflightLineProps {
	resource: AnyResource;
	/** The ids of the item. */
	place: Place;
	/** Among other buttons of a page. */
	button?: boolean;
}

/** Says quietly whether something is ready to be published, and leads to what is in the way; nothing where all is done. */
export const PreflightLine = ({ resource, place, button = false }: PreflightLineProps) => {
	const { data } = useQuery(preflightQuery(resource, place));
	const count = data ? data.findings.length + data.more : 0;
	if (!data || (count === 0 && data.drafts.ready === 0)) return null;
	return (
		<DialogButton
			of={Preflighting}
			dialog={{ resource, place }}
			{...(button ? { variant: 'default' } : { variant: 'subtle', size: 'xs' })}
			leftSection={
				count > 0 ? (
					<IconListCheck size={16} color="var(--mantine-color-orange-text)" aria-hidden />
				) : (
					<IconCircleCheck size={16} aria-hidden />
				)
			}
		>
			{count === 0 ? 'Ready to publish' : `${numberOf(count, 'thing')} to look at`}
		</DialogButton>
	);
};
