import { LIST_LIMIT_DEFAULT } from '#shared/contract/platform/lists.ts';

export interface Page {
	limit: number;
	offset: number;
}

/**
 * Returns the page that a query selects by `page` and `limit`, as `paged` has checked them. The default is the first
 * page.
 */
export const readPage = (
	{ page = '1', limit }: { page?: string | undefined; limit?: string | undefined },
	usual = LIST_LIMIT_DEFAULT,
): Page => {
	const length = Number(limit ?? usual);
	return { limit: length, offset: (Number(page) - 1) * length };
};
