import { isMet, PREFLIGHTS_MAX, type PreflightOfOne } from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
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
	for (let at = 0; at < ids.length; at += PREFLIGHTS_MAX) {
		const query = { kind: word, ids: ids.slice(at, at + PREFLIGHTS_MAX).join() };
		const some = await request<PreflightOfOne[]>('/preflight', { query }).catch(() => undefined);
		if (!some) return undefined;
		reports.push(...some.data);
	}
	return reports.some((each) => metOf(each).length > 0) ? reports : undefined;
};
