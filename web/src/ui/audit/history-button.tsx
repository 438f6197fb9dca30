import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { usePart } from '../../api/part.ts';
import { Modal, prepareModal } from '../dialog/modal.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { whenReached } from '../loading/on-demand.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import type { OneItem } from './version-words.ts';

/** Shows the versions of one item, and what was ever done to it, to those who may edit it. */
export const HistoryButton = <R extends AnyResource>(props: OneItem<R>) => {
	const [opened, setOpened] = useState(false);
	const part = usePart('history', () => import('./item-history.tsx'), { wanted: opened });
	const close = () => setOpened(false);
	if (!useMayEdit()) return null;
	return (
		<>
			<Button
				variant="default"
				leftSection={<IconHistory size={18} aria-hidden />}
				onClick={() => setOpened(true)}
				{...whenReached(prepareModal)}
			>
				History
			</Button>
			<Modal opened={opened} onClose={close} title="History" wide="most" top onlyShows>
				<Loaded
					query={part}
					loading="Loading history..."
					fallback="The history could not be loaded"
				>
					{({ ItemHistory }) => <ItemHistory {...props} onClose={close} />}
				</Loaded>
			</Modal>
		</>
	);
};
