import { type Course, categories } from '#shared/contract/courses.ts';

/** Courses by id, under their names, and their categories too where two of one name differ in that. */
export const courseNames = (rows: readonly Course[]) => {
	const categoriesOf = new Map<string, Set<string>>();
	for (const { name, category_id } of rows)
		categoriesOf.set(name, (categoriesOf.get(name) ?? new Set()).add(category_id));
	return rows.map(
		({ id, name, category_id }) =>
			[
				id,
				categoriesOf.get(name)?.size === 1 ? name : `${name} (${categories[category_id]})`,
			] as const,
	);
};
