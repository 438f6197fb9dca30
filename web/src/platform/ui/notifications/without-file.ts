import { isWithoutFile } from '#shared/contract/content/bulk.ts';
import type { AnyResource, ItemOf } from '#shared/contract/content/resource.ts';
import { notify } from './notifications.tsx';

/** Says that a saved item is published without a file; `before` is the item as it was, which may have been so already. */
export const warnWithoutFile = <R extends AnyResource>(
	resource: R,
	saved: ItemOf<R>,
	before?: ItemOf<R>,
) => {
	if (!isWithoutFile(resource, saved) || (before && isWithoutFile(resource, before))) return;
	notify({
		good: true,
		about: saved.id,
		title: `“${saved.name}” published without a file`,
		message: `Learners see the ${resource.label.toLowerCase()} once you add a file.`,
	});
};
