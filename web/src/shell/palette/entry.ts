import type { TablerIcon } from '@tabler/icons-react';
import type { SearchHit } from '#shared/contract/search.ts';

/** An address of the console; they come from one list or from what was found, so the router cannot check them. */
interface Target {
	to: string;
	params?: Readonly<Record<string, string>>;
	search?: Readonly<Record<string, string>>;
}

/** One line of the palette: a screen, something to do, or something that was found. */
export interface Entry {
	/** Tells it from all others. */
	key: string;
	name: string;
	icon: TablerIcon;
	/** Where it lies, or what else there is to say of it. */
	caption?: string | undefined;
	/** Words out of its text, with what was looked for in them. */
	snippet?: Pick<SearchHit, 'snippet' | 'marks'> | undefined;
	/** A sign at its end: 'Draft'. */
	sign?: string | undefined;
	/** Where it leads; without one it does something where one is. */
	link?: Target | undefined;
	/** What it does, once the screen that it leads to is asked for. */
	act?: (() => void) | undefined;
	/** It is here already: only `act` is left to do. */
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
