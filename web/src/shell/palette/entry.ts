import type { TablerIcon } from '@tabler/icons-react';
import type { SearchHit } from '#shared/contract/search.ts';

/** An address of the console; they come from one list or from what was found, so the router cannot check them. */
interface Target {
	to: string;
	params?: Readonly<Record<string, string>>;
	search?: Readonly<Record<string, string>>;
}

/** Line of the palette: a screen, a command or a search result. */
export interface Entry {
	/** Tells it from all others. */
	key: string;
	name: string;
	icon: TablerIcon;
	/** Place or other description. */
	caption?: string | undefined;
	/** Words out of its text, with what was looked for in them. */
	snippet?: Pick<SearchHit, 'snippet' | 'marks'> | undefined;
	/** A sign at its end: 'Draft'. */
	sign?: string | undefined;
	/** Link target; an entry without one acts on the current screen. */
	link?: Target | undefined;
	/** Runs after navigation to the link. */
	act?: (() => void) | undefined;
	/** True if the link is the current screen, so that only `act` runs. */
	here?: boolean | undefined;
	/** Words that it is found by, beside its name. */
	words?: string | undefined;
}

/** Lines that belong together. */
export interface Group {
	title: string;
	entries: readonly Entry[];
	/** Set of what the server found: whether that is of a text that is being changed. */
	stale?: boolean | undefined;
}
