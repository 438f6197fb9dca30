import { allTopics } from '#shared/contract/lists.ts';
import { Found } from '../../ui/cross-list/found.tsx';
import { TopicPage } from './topic-page.tsx';

/** One topic by its id alone. */
export const FoundTopic = ({ topicId }: { topicId: string }) => (
	<Found list={allTopics} id={topicId} title="Topics" to="/admin/topics">
		{({ id, course_id, subject_id }) => (
			<TopicPage courseId={course_id} subjectId={subject_id} topicId={id} />
		)}
	</Found>
);
