import { type ResourceWord, resources } from '#shared/contract/resources.ts';
import { grouped } from '#shared/grouped.ts';

/** '12 topics', '1 exam set', '0 courses'. */
export const countedOf = (kind: ResourceWord, count: number) => {
	const { label, plural } =
		Object.values(resources).find(({ word }) => word === kind) ?? resources.topics;
	return `${grouped(count)} ${(count === 1 ? label : plural).toLowerCase()}`;
};
