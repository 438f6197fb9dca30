import { subjects } from '#shared/contract/subjects.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import { inChunks } from '../../content/chunks.ts';
import { aboveOf, parentColumns, refOf, selectNames } from '../../content/content-audit.ts';
import { countOf } from '../../content/count.ts';
import type { Detached } from '../../content/store.ts';
import { tableStore } from '../../content/table-store.ts';
import type { Db } from '../../db/database.ts';
import { lockRows } from '../../db/engine.ts';

/** How many topics and past papers a subject has, counted by the query that reads it. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's expression builder, of any query over subjects
const countRows = (eb: any) => [
	eb
		.selectFrom('topics')
		.select(eb.fn.countAll().as('n'))
		.whereRef('topics.course_id', '=', 'subjects.course_id')
		.whereRef('topics.subject_id', '=', 'subjects.id')
		.as('topic_count'),
	eb
		.selectFrom('past_papers')
		.select(eb.fn.countAll().as('n'))
		.whereRef('past_papers.course_id', '=', 'subjects.course_id')
		.whereRef('past_papers.subject_id', '=', 'subjects.id')
		.as('paper_count'),
];

type Paper = Parameters<typeof refOf>[1] & Parameters<typeof aboveOf>[1];

/** Writes down that papers are about a subject, or no longer. */
const recordLinks = (
	trx: Db,
	by: AuditContext,
	papers: readonly Paper[],
	subject: { id: string; name: string | null },
	cause: 'subject_deleted' | 'subject_restored',
) => {
	for (const paper of papers) {
		const [linked, not] = [{ subject_id: subject }, { subject_id: null }];
		const restored = cause === 'subject_restored';
		recordAudit(trx, by, {
			action: 'update',
			item: { ...refOf('pastPapers', paper), parents: aboveOf('pastPapers', paper) },
			before: restored ? not : linked,
			after: restored ? linked : not,
			details: { cause },
		});
	}
};

/** Past papers stay when their subject goes, and are no longer about it: a change of theirs. */
const unlinkPapers = async (
	trx: Db,
	place: { courseId: string; subjectId: string },
	by: AuditContext,
) => {
	const { courseId, subjectId } = place;
	const parents = parentColumns('pastPapers');
	const linked = trx
		.selectFrom('past_papers')
		.selectAll()
		.select(selectNames('pastPapers', [...parents, ['subject_id', 'subjects']]))
		.where('course_id', '=', courseId)
		.where('subject_id', '=', subjectId);
	const papers = await lockRows(trx, linked, 'change').execute();
	const [{ subject_name } = { subject_name: null }] = papers;
	if (papers.length === 0) return [];
	await trx
		.updateTable('past_papers')
		.set(({ eb }) => ({
			subject_id: null,
			version: eb('version', '+', 1),
			updated_at: new Date().toISOString(),
		}))
		.where('course_id', '=', courseId)
		.where('subject_id', '=', subjectId)
		.execute();
	recordLinks(trx, by, papers, { id: subjectId, name: subject_name ?? null }, 'subject_deleted');
	return papers.map(({ id, version }) => ({ id, version: version + 1 }));
};

/** Those of them that nobody has changed since are about it again when it comes back. */
const relinkPapers = async (
	trx: Db,
	subject: { id: string; course_id: string; name: string },
	detached: readonly Detached[],
	by: AuditContext,
) => {
	const versions = new Map(detached.map(({ id, version }) => [id, version]));
	await inChunks([...versions.keys()], async (ids) => {
		const alone = trx
			.selectFrom('past_papers')
			.selectAll()
			.select(selectNames('pastPapers', parentColumns('pastPapers')))
			.where('id', 'in', ids)
			.where('course_id', '=', subject.course_id)
			.where('subject_id', 'is', null)
			.orderBy('id');
		const papers = (await lockRows(trx, alone, 'change').execute()).filter(
			({ id, version }) => versions.get(id) === version,
		);
		if (papers.length === 0) return;
		await trx
			.updateTable('past_papers')
			.set(({ eb }) => ({
				subject_id: subject.id,
				version: eb('version', '+', 1),
				updated_at: new Date().toISOString(),
			}))
			.where(
				'id',
				'in',
				papers.map(({ id }) => id),
			)
			.execute();
		recordLinks(trx, by, papers, { id: subject.id, name: subject.name }, 'subject_restored');
	});
};

export const subjectStore = tableStore(subjects, {
	extra: {
		columns: countRows,
		fields: ({ topic_count, paper_count }) => ({
			stats: { topicCount: topic_count, paperCount: paper_count },
		}),
	},
	defaults: () => ({ order_num: 1, published: true, free: false }),
	alsoChanges: async (db, { courseId, subjectId }) => ({
		unlinkedPapers: await countOf(db, 'past_papers', {
			course_id: courseId,
			subject_id: subjectId,
		}),
	}),
	beforeRemove: unlinkPapers,
	afterRestore: relinkPapers,
});
