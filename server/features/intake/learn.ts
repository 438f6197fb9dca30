import { folded } from '#shared/contract/fields.ts';
import type { IntakeValues } from '#shared/contract/intake.ts';
import type { Read } from './read.ts';

type FolderField = 'course_id' | 'subject_id' | 'year' | 'series';

/** What corrections of some rows say about others of the same intake. */
export interface Learned {
	byCode: (codes: readonly string[]) => Record<'course_id' | 'subject_id', string | undefined>;
	byTitle: (row: Read) => string | undefined;
	byFolder: <Field extends FolderField>(
		row: Read,
		field: Field,
	) => NonNullable<IntakeValues[Field]> | undefined;
}

/** So many rows of a folder must say the same: one subject of a folder is not yet all. */
const ENOUGH: Record<FolderField, number> = { course_id: 1, subject_id: 2, year: 2, series: 2 };

const folderOf = (path: string) => path.replace(/[^/\\]*$/, '');
const codesOf = ({ given, page, facts }: Read) =>
	given.codes ?? (page?.codes.length ? page.codes : facts.codes);
const titleOf = ({ page, facts }: Read) => {
	const title = page?.title ?? facts.title;
	return title === null ? undefined : folded(title);
};

/** What people say of a key: one thing, or null where they say two, and how often. */
class Lessons {
	readonly #said = new Map<string, { value: string | number; n: number } | null>();

	note(key: string | undefined, value: string | number | null | undefined) {
		if (key === undefined || value === null || value === undefined) return;
		const known = this.#said.get(key);
		if (known === null) return;
		const differs = known !== undefined && known.value !== value;
		this.#said.set(key, differs ? null : { value, n: (known?.n ?? 0) + 1 });
	}

	of(key: string, enough = 1) {
		const known = this.#said.get(key);
		return known && known.n >= enough ? known.value : undefined;
	}
}

/** Learns from what people set in the rows of an intake. What they set in two ways teaches nothing. */
export const learnFrom = (rows: readonly Read[]): Learned => {
	const lessons = new Lessons();
	for (const row of rows) {
		const { course_id, subject_id } = row.given;
		for (const code of codesOf(row) ?? []) {
			lessons.note(`course of ${code}`, course_id);
			lessons.note(`subject of ${code}`, subject_id);
		}
		const title = titleOf(row);
		lessons.note(title && `title ${title}`, subject_id);
		for (const field of Object.keys(ENOUGH) as FolderField[])
			lessons.note(`${field} in ${folderOf(row.path)}`, row.given[field]);
	}
	const ofCodes = (what: string, codes: readonly string[]) =>
		codes.flatMap((code) => lessons.of(`${what} of ${code}`) ?? [])[0] as string | undefined;
	return {
		byCode: (codes) => ({
			course_id: ofCodes('course', codes),
			subject_id: ofCodes('subject', codes),
		}),
		byTitle: (row) => lessons.of(`title ${titleOf(row)}`) as string | undefined,
		byFolder: (row, field) =>
			lessons.of(`${field} in ${folderOf(row.path)}`, ENOUGH[field]) as never,
	};
};
