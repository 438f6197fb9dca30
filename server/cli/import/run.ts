import { BY_SYSTEM } from '../../http/actor.ts';
import { withData } from '../data.ts';
import { importCatalogue, previewImport } from './catalogue.ts';
import { reportLines } from './report.ts';

/** Does what `ufundi import` was asked for and prints what came of it. Resolves to the exit code. */
export const runImport = async (asked: {
	folder: string;
	dryRun: boolean;
	skipRefused: boolean;
}): Promise<number> => {
	const { folder, dryRun, skipRefused } = asked;
	const report = dryRun
		? await previewImport(folder)
		: await withData((data) => importCatalogue({ ...data, folder, by: BY_SYSTEM, skipRefused }));
	console.log(reportLines(report, dryRun).join('\n'));
	return report.refused.length > 0 ? 1 : 0;
};
