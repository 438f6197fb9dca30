import { isMet, PREFLIGHTS_MAX, type PreflightOfOne } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { portions } from '#shared/portions.ts';
import { request } from '../../api/client.ts';

/** What learners would meet of each, were these published and what lies under them left as it is. */
export const metOf = ({ id, findings }: PreflightOfOne) =>
	findings.filter((each) => isMet(each, id));

/**
 * What is found of each of these, in their order, were they published as they are; undefined where nothing is, and where
 * one cannot look: the server looks again at each when it publishes it.
 */
export const lookFirst = async (
	{ word }: AnyResource,
	ids: readonly string[],
): Promise<PreflightOfOne[] | undefined> => {
	const reports: PreflightOfOne[] = [];
	for (const some of portions(ids, PREFLIGHTS_MAX)) {
		const query = { kind: word, ids: some.join() };
		const found = await request<PreflightOfOne[]>('/preflight', { query }).catch(() => undefined);
		if (!found) return undefined;
		reports.push(...found.data);
	}
	return reports.some((each) => metOf(each).length > 0) ? reports : undefined;
};
