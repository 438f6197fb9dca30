import { IconListSearch } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { foldCase } from '#shared/contract/platform/fields.ts';
import { toSearchText } from '#shared/receipts.ts';
import { useAccount } from '../../api/account.ts';
import { listRecentlyOpened } from '../../api/recently-opened.ts';
import { useListState } from '../../ui/address/list-state.ts';
import { useCommands } from './commands.ts';
import type { Entry, Group } from './entry.ts';
import { buildEntry, buildResultGroups } from './result-entries.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useServerSearch } from './use-server-search.ts';

/** Maximum number of entries; more would push the server's results out of view. */
const ENTRIES_MAX = 6;

const splitWords = (text: string) =>
	foldCase(text)
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

/**
 * Returns the entries in which each word of the text begins a word, in their order, but first those whose name begins
 * with the text; all entries for an empty text.
 */
const filterEntries = (entries: readonly Entry[], text: string): readonly Entry[] => {
	const typed = splitWords(text);
	if (typed.length === 0) return text === '' ? entries : [];
	const matches = entries.filter(({ name, words = '' }) => {
		const entryWords = splitWords(`${name} ${words}`);
		return typed.every((word) => entryWords.some((each) => each.startsWith(word)));
	});
	const nameBegins = ({ name }: Entry) => foldCase(name).startsWith(foldCase(text));
	return [...matches.filter(nameBegins), ...matches.filter((entry) => !nameBegins(entry))].slice(
		0,
		ENTRIES_MAX,
	);
};

/** Returns the search field of the list on screen. */
const listField = () => document.querySelector<HTMLInputElement>('[data-search]');

/** Longer than the dialog takes to release the focus. */
const LET_GO_MS = 20;

/** Returns the entry that searches the list on screen for the typed text, if the screen has such a search. */
const useSearchInList = (text: string): readonly Entry[] => {
	const [, change] = useListState();
	if (!listField()) return [];
	return [
		{
			key: 'in this list',
			name: 'Search in this list',
			caption: text === '' ? undefined : `For “${text}”`,
			icon: IconListSearch,
			isList: true,
			act: () => {
				if (text !== '') change({ search: toSearchText(text) });
				setTimeout(() => listField()?.focus(), LET_GO_MS);
			},
		},
	];
};

/** Returns the groups of the palette for a text, and the state of the search. */
export const useGroups = (text: string) => {
	const person = useAccount()?.id ?? '';
	const { screens, actions, lists } = useCommands();
	const inList = { title: 'On this page', entries: useSearchInList(text) };
	const search = useServerSearch(text);
	const path = useRouterState({ select: ({ location }) => location.pathname });
	// Leaves out the item on screen.
	const [recent] = useState(() =>
		listRecentlyOpened(person).filter(({ id }) => !path.endsWith(id)),
	);
	const { answer, searchedText, stale } = search;
	const neighbours = useNeighbours(searchedText, answer?.groups.length === 0, person);
	const commands = {
		title: 'Screens and actions',
		entries: text === '' ? [] : filterEntries([...screens, ...actions, ...lists], text),
	};
	const groups: readonly Group[] =
		text === ''
			? [
					inList,
					{
						title: 'Recently opened',
						entries: recent.map((opened) => buildEntry(opened, person, 'lately ')),
					},
					{ title: 'Screens', entries: screens },
					{ title: 'Actions', entries: actions },
				]
			: [
					commands,
					...(answer ? buildResultGroups(answer, searchedText, person) : []).map((group) => ({
						...group,
						stale,
					})),
					...neighbours.map((group) => ({ ...group, stale })),
					inList,
				];
	return {
		groups: groups.filter(({ entries }) => entries.length > 0),
		search,
		/** True once the first entry can no longer change. */
		settled: commands.entries.length > 0 || (!search.searching && !stale),
	};
};
