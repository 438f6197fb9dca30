import type { Selectable } from 'kysely';
import { type Topic, topics } from '#shared/contract/topics.ts';
import { tableStore } from '../../content/table-store.ts';
import type { ContentRow } from '../../content/tables.ts';
import type { Db } from '../../db/database.ts';
import { requireOwnFile } from '../files/store.ts';
import { subjectStore } from '../subjects/store.ts';

interface TopicRow extends ContentRow {
	course_id: string;
	subject_id: string;
	url: string | null;
	published: boolean;
	free: boolean;
}

declare module '../../content/tables.ts' {
	interface ContentTables {
		topics: TopicRow;
	}
}

/** A row as the API shows it. */
export const topicToWire = ({
	id,
	name,
	order_num,
	url,
	published,
	free,
	subject_id,
	created_at,
	updated_at,
	version,
}: Selectable<TopicRow>): Topic => ({
	id,
	name,
	order_num,
	topicUrl: url,
	isPublished: published,
	freeTopic: free,
	subject_id,
	created_at,
	updated_at,
	version,
});

export const topicStore = (db: Db) =>
	tableStore(
		{
			resource: topics,
			table: 'topics',
			place: ({ courseId, subjectId }) => ({ course_id: courseId, subject_id: subjectId }),
			above: { course_id: 'courses', subject_id: 'subjects' },
			parent: (handle, place) => subjectStore(handle).at(place),
			toWire: topicToWire,
			toRow: ({ name, order_num, topicUrl, url, isPublished, freeTopic }) => ({
				name,
				order_num,
				url: topicUrl === undefined ? url : topicUrl,
				published: isPublished,
				free: freeTopic,
			}),
			defaults: async (nextOrder) => ({
				order_num: await nextOrder(),
				published: true,
				free: false,
				url: null,
			}),
			check: async (handle, _place, { topicUrl, url }) => {
				if (topicUrl !== undefined) await requireOwnFile(handle, topicUrl, 'topicUrl');
				else await requireOwnFile(handle, url, 'url');
			},
		},
		db,
	);
