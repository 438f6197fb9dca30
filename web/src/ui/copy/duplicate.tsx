import { IconCopyPlus } from '@tabler/icons-react';
import type { AnyResource, PlaceOf } from '#shared/contract/resource.ts';
import type { Place } from '../../api/cached-rows.ts';
import { DialogButton } from '../dialog/dialog-button.tsx';
import { onDemand, useLast } from '../loading/on-demand.tsx';
import { ForEditors } from '../page/for-editors.tsx';
import type { Source } from './propose.ts';

const Copying = onDemand(() => import('./copy-dialog.tsx'), 'CopyDialog');
const [CopyDialog] = Copying;

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

interface DuplicateButtonProps<R extends AnyResource> {
	resource: R;
	place: PlaceOf<R>;
	source: Source;
	words?: string;
	title?: string;
}

/** Renders the Duplicate button of a page, for editors. */
export const DuplicateButton = <R extends AnyResource>(props: DuplicateButtonProps<R>) => {
	const { words = 'Duplicate', ...dialog } = props;
	return (
		<ForEditors>
			<DialogButton
				part={Copying}
				dialog={dialog}
				variant="default"
				leftSection={<IconCopyPlus size={18} aria-hidden />}
			>
				{words}
			</DialogButton>
		</ForEditors>
	);
};
