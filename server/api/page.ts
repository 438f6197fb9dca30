import { LIST_LIMIT_DEFAULT } from '#shared/contract/lists.ts';

export interface Page {
	limit: number;
	offset: number;
}

/** The page that an address asks for, by `page` and `limit` as `paged` has checked them; the first one where it does not. */
export const readPage = (
	{ page = '1', limit }: { page?: string | undefined; limit?: string | undefined },
	usual = LIST_LIMIT_DEFAULT,
): Page => {
	const length = Number(limit ?? usual);
	return { limit: length, offset: (Number(page) - 1) * length };
};
