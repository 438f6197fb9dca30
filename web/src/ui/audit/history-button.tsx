import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { Modal } from '../dialog/modal.tsx';
import { Loading } from '../loading/loading.tsx';
import { lazyPart } from '../loading/on-demand.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import type { OneItem } from './use-restore-version.ts';

const [ItemHistory, prepare] = lazyPart(
	() => import('./item-history.tsx'),
	'ItemHistory',
	<Loading text="Loading history..." />,
);

/** Renders the button that opens the history of an item, for those who may edit it. */
export const HistoryButton = <R extends AnyResource>(props: OneItem<R>) => {
	const [opened, setOpened] = useState(false);
	const close = () => setOpened(false);
	// A component that is loaded on demand is not generic.
	const history = { ...props, onClose: close } as unknown as Parameters<typeof ItemHistory>[0];
	if (!useMayEdit()) return null;
	return (
		<>
			<Button
				variant="default"
				leftSection={<IconHistory size={18} aria-hidden />}
				onClick={() => setOpened(true)}
				onPointerEnter={prepare}
				onFocus={prepare}
			>
				History
			</Button>
			<Modal opened={opened} onClose={close} title="History" wide="most" top onlyShows>
				<ItemHistory {...history} />
			</Modal>
		</>
	);
};
