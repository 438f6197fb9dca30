import { IconListSearch } from '@tabler/icons-react';
import { searched } from '#shared/receipts.ts';
import { useListState } from '../../ui/list-state.ts';
import type { Entry } from './entry.ts';

/** The field that searches the list on screen. */
const listField = () => document.querySelector<HTMLInputElement>('[data-search]');

/** Later than the dialog takes to let go of the screen. */
const LET_GO_MS = 20;

/** The way to the search of the list on screen, where there is one, with what has been typed so far. */
export const useSearchInList = (text: string): readonly Entry[] => {
	const [, change] = useListState();
	if (!listField()) return [];
	return [
		{
			key: 'in this list',
			name: 'Search in this list',
			caption: text === '' ? undefined : `For “${text}”`,
			icon: IconListSearch,
			act: () => {
				if (text !== '') change({ search: searched(text) });
				setTimeout(() => listField()?.focus(), LET_GO_MS);
			},
		},
	];
};
