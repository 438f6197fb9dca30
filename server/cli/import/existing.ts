import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { nameKey } from '#shared/contract/platform/fields.ts';
import type { Row } from '../../content/resources/rows.ts';
import { tables, untyped } from '../../content/resources/tables.ts';
import type { Db } from '../../platform/db/database.ts';
import { kinds } from './read.ts';
import type { Refusal } from './report.ts';

/** Finds the row of a kind with an external id. */
export type FindExisting = (key: ResourceKey, externalId: string) => Row | undefined;

/** Reads all rows with an external id. */
export const loadExisting = async (db: Db): Promise<FindExisting> => {
	const rows = new Map<string, Row>();
	for (const key of kinds) {
		const found: Row[] = await untyped(db)
			.selectFrom(tables[key].table)
			.selectAll()
			.where('external_id', 'is not', null)
			.execute();
		for (const row of found) rows.set(`${key} ${row.external_id}`, row);
	}
	return (key, externalId) => rows.get(`${key} ${externalId}`);
};

/** An accepted row of a sheet. */
interface AcceptedRow {
	key: ResourceKey;
	file: string;
	row: number;
	input: Record<string, unknown>;
}

/** Refuses courses whose name exists, since a second import of a folder would double its content. */
export const refuseKnownCourses = async (
	db: Db,
	accepted: readonly AcceptedRow[],
): Promise<Refusal[]> => {
	const courses = accepted.filter(({ key }) => key === 'courses');
	const found = await db.selectFrom('courses').select('name_key').execute();
	const names = new Set(found.map(({ name_key }) => name_key));
	return courses
		.filter(({ input }) => names.has(nameKey(String(input.name))))
		.map(({ file, row, input }) => ({
			file,
			row,
			message: `There is a course “${input.name}”. Use --update to change it, or --again to import it once more`,
		}));
};
