import { topics } from '#shared/contract/topics.ts';
import { withoutFile } from '../../content/list-page.ts';
import { tableStore } from '../../content/table-store.ts';
import { requireOwnFile } from '../files/store.ts';

export const topicStore = tableStore(topics, {
	filters: { without_file: withoutFile },
	check: async (db, _place, { topicUrl, url }) => {
		if (topicUrl !== undefined) await requireOwnFile(db, topicUrl, 'topicUrl');
		else await requireOwnFile(db, url, 'url');
	},
});
