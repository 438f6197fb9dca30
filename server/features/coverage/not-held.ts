import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { columnWords, type NotHeld } from '#shared/contract/coverage.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import { holdItem } from '../../content/rows.ts';
import type { Db } from '../../db/database.ts';
import { AppError, conflict, invalid } from '../../errors.ts';

const placeOf = async (trx: Db, courseId: string, subjectId: string | null) => {
	if (subjectId === null) return holdItem(trx, 'courses', { courseId });
	try {
		return await holdItem(trx, 'subjects', { courseId, subjectId });
	} catch (error) {
		if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
		await holdItem(trx, 'courses', { courseId });
		throw invalid('subject_id', 'Subject must be one of the course');
	}
};

/** Marks of a course for a year and a series, of which no two are the same. */
const marksOf = (trx: Db, courseId: string, { year, series }: NotHeld) =>
	trx
		.selectFrom('not_held')
		.selectAll()
		.where('course_id', '=', courseId)
		.where('year', '=', year)
		.where(sql<boolean>`coalesce(series, '') = ${series ?? ''}`)
		.execute();

/**
 * Says that an exam was not held, or that it was after all, of a subject or, without one, of the whole course; what is
 * so already stays. Rejects with `not_found` without the course, with `conflict` where one subject is to be taken out
 * of a series that was not held at all.
 */
export const setNotHeld = async (trx: Db, courseId: string, asked: NotHeld, by: AuditContext) => {
	const { subject_id, year, series, not_held } = asked;
	const parents = await placeOf(trx, courseId, subject_id);
	const marks = await marksOf(trx, courseId, asked);
	const own = marks.find((mark) => mark.subject_id === subject_id);
	if (!not_held && !own && marks.some((mark) => mark.subject_id === null))
		throw conflict(
			`${columnWords(asked)} was not held in this course at all. Take that back first.`,
		);
	if (not_held === (own !== undefined)) return;
	const id = own?.id ?? randomUUIDv7();
	if (own) await trx.deleteFrom('not_held').where('id', '=', id).execute();
	else
		await trx
			.insertInto('not_held')
			.values({
				id,
				course_id: courseId,
				subject_id,
				year,
				series,
				at: new Date().toISOString(),
				actor: actorText(by.actor),
				actor_name: by.actor.name,
			})
			.execute();
	recordAudit(trx, by, {
		action: 'update',
		item: { kind: 'coverage', id, name: columnWords(asked), parents },
		before: { not_held: !not_held },
		after: { not_held },
	});
};
