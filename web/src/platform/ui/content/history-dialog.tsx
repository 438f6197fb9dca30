import type { AnyResource } from '#shared/contract/content/resource.ts';
import { Modal } from '../dialog/modal.tsx';
import { Loading } from '../loading/loading.tsx';
import { lazyPart, type Opened } from '../loading/on-demand.tsx';
import type { ItemHistoryProps } from './item-history.tsx';

const [ItemHistory] = lazyPart(
	() => import('./item-history.tsx'),
	'ItemHistory',
	<Loading text="Loading history..." />,
);

/** Renders the dialog with the history of an item. */
export const HistoryDialog = <R extends AnyResource>(props: ItemHistoryProps<R> & Opened) => {
	const { opened, onClose } = props;
	// A component that is loaded on demand is not generic.
	const history = props as unknown as Parameters<typeof ItemHistory>[0];
	return (
		<Modal opened={opened} onClose={onClose} title="History" wide="most" top onlyShows>
			<ItemHistory {...history} />
		</Modal>
	);
};
