import { Dialog } from '../../ui/dialog.tsx';
import { Finder, type FinderProps } from './finder.tsx';

/** Finds anything by typing: screens, actions, and what is in the catalogue. */
export const Palette = ({ opened, ...props }: FinderProps & { opened: boolean }) => (
	<Dialog opened={opened} onClose={props.onClose} title="Search everything" finder>
		<Finder {...props} />
	</Dialog>
);
