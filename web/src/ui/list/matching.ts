import { folded } from '#shared/contract/fields.ts';

/** Those whose names contain a text, as the server would find them. */
export const matching = <Row extends { name: string }>(rows: readonly Row[], search: string) => {
	const sought = folded(search.trim());
	return rows.filter(({ name }) => folded(name).includes(sought));
};
