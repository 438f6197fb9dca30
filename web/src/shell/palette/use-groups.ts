import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { openedLately } from '../../api/lately.ts';
import { useCommands } from './commands.ts';
import type { Group } from './entry.ts';
import { entryOf, foundGroups } from './found-entry.ts';
import { matching } from './match.ts';
import { useSearchInList } from './on-this-page.ts';
import { useFound } from './use-found.ts';

/** All that the palette shows for a text, and how the search for it goes. */
export const useGroups = (text: string) => {
	const person = useAccount()?.id ?? '';
	const { screens, actions } = useCommands();
	const inList = { title: 'On this page', entries: useSearchInList(text) };
	const found = useFound(text);
	const path = useRouterState({ select: ({ location }) => location.pathname });
	// What is on screen needs no way to it.
	const [lately] = useState(() => openedLately(person).filter(({ id }) => !path.endsWith(id)));
	const { answer, asked, stale } = found;
	const commands = {
		title: 'Screens and actions',
		entries: text === '' ? [] : matching([...screens, ...actions], text),
	};
	const groups: readonly Group[] =
		text === ''
			? [
					inList,
					{
						title: 'Opened lately',
						entries: lately.map((opened) => entryOf(opened, person, 'lately ')),
					},
					{ title: 'Screens', entries: screens },
					{ title: 'Actions', entries: actions },
				]
			: [
					commands,
					...(answer ? foundGroups(answer, asked, person) : []).map((group) => ({
						...group,
						stale,
					})),
					inList,
				];
	return {
		groups: groups.filter(({ entries }) => entries.length > 0),
		found,
		/** What the first line is does not depend on what the server has yet to say. */
		settled: commands.entries.length > 0 || (!found.searching && !stale),
	};
};
