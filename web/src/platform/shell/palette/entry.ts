import type { TablerIcon } from '@tabler/icons-react';
import type { SearchHit } from '#shared/contract/content/search.ts';

/** An address of the console; not typed, because it comes from the sidebar's list or from search results. */
interface Target {
	to: string;
	params?: Readonly<Record<string, string>>;
	search?: Readonly<Record<string, string>>;
}

/** Line of the palette: a screen, a command or a search result. */
export interface Entry {
	/** Unique key. */
	key: string;
	name: string;
	icon: TablerIcon;
	/** Place or other description. */
	caption?: string | undefined;
	/** Excerpt of the text with the matches. */
	snippet?: Pick<SearchHit, 'snippet' | 'marks'> | undefined;
	/** Text at the end of the line: 'Draft'. */
	sign?: string | undefined;
	/** Link target; an entry without one acts on the current screen. */
	link?: Target | undefined;
	/** Runs after navigation to the link. */
	act?: (() => void) | undefined;
	/** True if the link is the current screen, so that only `act` runs. */
	here?: boolean | undefined;
	/** Leads to a list or searches one, and is no result of its own. */
	isList?: boolean | undefined;
	/** More words that find the entry. */
	words?: string | undefined;
}

/** A group of entries with a heading. */
export interface Group {
	title: string;
	entries: readonly Entry[];
	/** For results of the server: true while they belong to the previous text. */
	stale?: boolean | undefined;
}
