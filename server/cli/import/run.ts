import { SYSTEM_CONTEXT } from '../../audit-context.ts';
import { withDataEvenBeside } from '../data.ts';
import { showProgress } from '../progress.ts';
import { importCatalogue, previewImport } from './catalogue.ts';
import { reportLines } from './report.ts';

/** Written in a second: the server, which waits for its turn when somebody saves meanwhile, answers nobody. */
const MOST_BESIDE = 2_000;

/** Does what `ufundi import` was asked for and prints what came of it. Resolves to the exit code. */
export const runImport = async (asked: {
	folder: string;
	dryRun: boolean;
	skipRefused: boolean;
}): Promise<number> => {
	const { folder, dryRun, skipRefused } = asked;
	const progress = showProgress();
	const onProgress = progress.tell;
	const write = () =>
		withDataEvenBeside(({ beside, ...data }) =>
			importCatalogue({
				...{ ...data, folder, by: SYSTEM_CONTEXT, skipRefused, onProgress },
				...(beside && { most: MOST_BESIDE }),
			}),
		);
	const report = await (dryRun ? previewImport(folder, onProgress) : write()).finally(progress.end);
	console.log(reportLines(report, dryRun).join('\n'));
	return report.refused.length > 0 ? 1 : 0;
};
