import type { AnyResource } from '#shared/contract/content/resource.ts';
import type { Place } from '../../api/cached-rows.ts';
import { onDemand, useLast } from '../loading/on-demand.tsx';
import type { Source } from './propose.ts';

const [CopyDialog] = onDemand(() => import('./copy-dialog.tsx'), 'CopyDialog');

interface DuplicatingProps {
	resource: AnyResource;
	place: Place;
	/** Null while the dialog is closed. */
	source: Source | null;
	onClose: () => void;
	title?: string;
}

/** Renders the dialog that copies an item, open while there is a `source`. */
export const Duplicating = ({ source, ...rest }: DuplicatingProps) => (
	<CopyDialog {...rest} opened={source !== null} source={useLast(source)} />
);
