import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { columnWords, type NotHeld } from '#shared/contract/coverage.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { type AuditContext, actorText } from '../../audit-context.ts';
import { lockWithParents } from '../../content/rows.ts';
import type { Db } from '../../db/database.ts';
import { AppError, conflict, invalid } from '../../errors.ts';

const placeOf = async (trx: Db, courseId: string, subjectId: string | null) => {
	if (subjectId === null) return lockWithParents(trx, 'courses', { courseId });
	try {
		return await lockWithParents(trx, 'subjects', { courseId, subjectId });
	} catch (error) {
		if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
		await lockWithParents(trx, 'courses', { courseId });
		throw invalid('subject_id', 'Subject must be one of the course');
	}
};

/** Returns the marks of a course for a year and series: at most one per subject, and one for the whole course. */
const marksOf = (trx: Db, courseId: string, { year, series }: NotHeld) =>
	trx
		.selectFrom('not_held')
		.selectAll()
		.where('course_id', '=', courseId)
		.where('year', '=', year)
		.where(sql<boolean>`coalesce(series, '') = ${series ?? ''}`)
		.execute();

/**
 * Marks an exam as not held, or removes that mark, for a subject or, without one, for the whole course. Does nothing if
 * this is already the case. Rejects with `not_found` for an unknown course, and with `conflict` if one subject is to be
 * unmarked in a series that is marked for the whole course.
 */
export const setNotHeld = async (trx: Db, courseId: string, mark: NotHeld, by: AuditContext) => {
	const { subject_id, year, series, not_held } = mark;
	const parents = await placeOf(trx, courseId, subject_id);
	const marks = await marksOf(trx, courseId, mark);
	const own = marks.find((mark) => mark.subject_id === subject_id);
	if (!not_held && !own && marks.some((mark) => mark.subject_id === null))
		throw conflict(
			`${columnWords(mark)} was not held in this course at all. Take that back first.`,
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
		item: { kind: 'coverage', id, name: columnWords(mark), parents },
		before: { not_held: !not_held },
		after: { not_held },
	});
};
