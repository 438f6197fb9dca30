import { matchesDocument, searchDocument } from '#shared/search-key.ts';

/** Returns the rows whose names match a search, by the rule of the server: each word starts a word of the name. */
export const matching = <Row extends { name: string }>(rows: readonly Row[], search: string) =>
	rows.filter(({ name }) => matchesDocument(searchDocument([name]), search));
