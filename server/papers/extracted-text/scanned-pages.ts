import { splitIntoPortions } from '#shared/portions.ts';
import type { Db } from '../../platform/db/database.ts';
import { COVER_PAGES } from '../../platform/files/reading/read.ts';

const MINUTE_MS = 60_000;

/**
 * Counts the pages that wait for OCR, those that could not be read, and those read within the last minute (decision
 * 0154).
 */
export const readScanFigures = async (db: Db, now: number) => {
	const count = () =>
		db.selectFrom('scanned_pages').select((eb) => eb.fn.countAll<number>().as('pages'));
	const ofState = async (state: 'waiting' | 'failed') =>
		Number((await count().where('state', '=', state).executeTakeFirstOrThrow()).pages);
	const since = new Date(now - MINUTE_MS).toISOString();
	const { pages } = await count()
		.where('state', '=', 'read')
		.where('read_at', '>', since)
		.executeTakeFirstOrThrow();
	return {
		waiting: await ofState('waiting'),
		failed: await ofState('failed'),
		inLastMinute: Number(pages),
	};
};

/** Returns the first cover page of each content that waits for OCR. */
export const listWaitingCovers = async (db: Db, hashes: readonly string[]) => {
	const covers = new Map<string, number>();
	for (const some of splitIntoPortions(hashes)) {
		const rows = await db
			.selectFrom('scanned_pages')
			.select(['sha256', 'page'])
			.where('sha256', 'in', some)
			.where('state', '=', 'waiting')
			.where('page', '<=', COVER_PAGES)
			.orderBy('page', 'desc')
			.execute();
		for (const { sha256, page } of rows) covers.set(sha256, page);
	}
	return covers;
};
