import { formatCount } from '#shared/grouped.ts';
import type { Watch } from '../platform/system/readings.ts';
import { buildCheck } from '../platform/system/status.ts';
import { readScanFigures } from './extracted-text/scanned-pages.ts';

type ScanFigures = Awaited<ReturnType<typeof readScanFigures>>;

const checkScans = ({ waiting, failed, inLastMinute }: ScanFigures, ocr: boolean) => {
	const name = 'Scans';
	if (!ocr) return buildCheck(name, 'Scanned pages are not read: OCR is off');
	const says = [
		waiting === 0
			? 'No page is waiting to be read'
			: `${formatCount(waiting, 'page is', 'pages are')} waiting, ${inLastMinute} read in the last minute`,
		...(failed > 0 ? [`${formatCount(failed, 'page')} could not be read`] : []),
	].join('; ');
	const warning =
		failed > 0 &&
		'The search does not find these pages. Scan them again, or upload the text of the paper.';
	return buildCheck(name, says, { warning });
};

/** Returns the watch over scanned pages. `ocr`: whether they are read. */
export const watchScans =
	(ocr: boolean): Watch =>
	async (db, now) => {
		const figures = await readScanFigures(db, now);
		return {
			checks: [checkScans(figures, ocr)],
			metrics: [
				{
					name: 'ufundi_scanned_pages_waiting',
					help: 'Scanned pages that wait to be read by OCR.',
					value: figures.waiting,
				},
			],
		};
	};
