import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { courses } from '#shared/contract/courses.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { topics } from '#shared/contract/topics.ts';
import { COURSE, SUBJECT, TOPICS } from '../../addresses.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { itemQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { BackLink, DashboardLink } from '../../ui/back-link.tsx';
import { useMayEdit } from '../../ui/for-editors.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { Page } from '../../ui/page.tsx';
import { type AwaitedQuery, useAnyLoading } from '../../ui/page-loading.ts';
import classes from './info-cards.module.css';
import { TopicForm } from './topic-form.tsx';

interface FrameProps {
	place: PlaceOf<typeof topics>;
	title: string;
	/** The name of the topic, once there is one. */
	topicName: string;
	actions?: ReactNode;
	/** What the form needs. */
	query: AwaitedQuery;
	children: ReactNode;
}

/** Where a topic lies, around its form. */
const Frame = ({ place, title, topicName, actions, query, children }: FrameProps) => {
	const { courseId } = place;
	const course = useQuery(itemQuery(courses, { courseId }));
	const subject = useQuery(itemQuery(subjects, { ...place }));
	const loading = useAnyLoading(course, subject, query);
	const courseName = (!loading && course.data?.name) || '…';
	const subjectName = (!loading && subject.data?.name) || '…';
	return (
		<Page
			loading={loading}
			title={title}
			subtitle={`${courseName} / ${subjectName}`}
			back={
				<>
					<DashboardLink to="/" />
					<BackLink to={COURSE} params={{ courseId }}>
						Course
					</BackLink>
					<BackLink to={SUBJECT} params={place}>
						Subject
					</BackLink>
					<BackLink to={TOPICS} params={place}>
						Topics
					</BackLink>
				</>
			}
			actions={actions}
			narrow
		>
			<div className={classes.frame}>
				<dl className={classes.cards}>
					{Object.entries({ Course: courseName, Subject: subjectName, Topic: topicName }).map(
						([label, name]) => (
							<div key={label}>
								<dt>{label}</dt>
								<dd>{name}</dd>
							</div>
						),
					)}
				</dl>
				{children}
			</div>
		</Page>
	);
};

/** One topic, to edit. */
export const TopicPage = ({ topicId, ...place }: PlaceOf<typeof topics> & { topicId: string }) => {
	const topic = useQuery(itemQuery(topics, { ...place, topicId }));
	const title = useMayEdit() ? 'Edit Topic' : 'Topic';
	return (
		<Frame
			place={place}
			title={title}
			topicName={topic.data?.name ?? '…'}
			actions={
				topic.data && (
					<HistoryButton resource={topics} place={{ ...place, topicId }} name={topic.data.name} />
				)
			}
			query={topic}
		>
			<LoadedForm query={topic} resource={topics} id={topicId}>
				{(data) => <TopicForm key={topicId} place={place} topic={data} />}
			</LoadedForm>
		</Frame>
	);
};

/** A new topic of a subject, last in order. */
export const NewTopicPage = (place: PlaceOf<typeof topics>) => {
	const order = useNextOrder(topics, place);
	return (
		<Frame place={place} title="New Topic" topicName="New Topic" query={order}>
			<LoadedForm
				query={order}
				resource={topics}
				loading="Loading topics..."
				heading="Failed to load topics"
				fallback="An error occurred while loading topics"
			>
				{(last) => <TopicForm place={place} order={last} />}
			</LoadedForm>
		</Frame>
	);
};
