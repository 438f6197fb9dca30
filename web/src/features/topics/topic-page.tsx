import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { topics } from '#shared/contract/topics.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { itemQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { BackLink, DashboardLink } from '../../ui/back-link.tsx';
import { type Awaited, useComing } from '../../ui/coming.ts';
import { useMayEdit } from '../../ui/for-editors.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { SUBJECT, TOPICS } from './addresses.ts';
import { TopicForm } from './topic-form.tsx';
import classes from './topics.module.css';

interface FrameProps {
	place: { courseId: string; subjectId: string };
	title: string;
	/** The name of the topic, once there is one. */
	topicName: string;
	actions?: ReactNode;
	/** What the form needs. */
	query: Awaited;
	children: ReactNode;
}

/** Where a topic lies, around its form. */
const Frame = ({ place, title, topicName, actions, query, children }: FrameProps) => {
	const course = useQuery(itemQuery(courses, { courseId: place.courseId }));
	const subject = useQuery(itemQuery(subjects, place));
	const coming = useComing(course, subject, query);
	const courseName = (!coming && course.data?.name) || '…';
	const subjectName = (!coming && subject.data?.name) || '…';
	return (
		<Page
			coming={coming}
			title={title}
			subtitle={`${courseName} / ${subjectName}`}
			back={
				<>
					<DashboardLink to="/" />
					<BackLink to={TOPICS} params={place}>
						Topics
					</BackLink>
					<BackLink to={SUBJECT} params={place}>
						Subject
					</BackLink>
					<BackLink to="/admin/courses/$courseId" params={{ courseId: place.courseId }}>
						Course
					</BackLink>
				</>
			}
			actions={actions}
			narrow
		>
			<dl className={classes.cards}>
				<div>
					<dt>Course</dt>
					<dd>{courseName}</dd>
				</div>
				<div>
					<dt>Subject</dt>
					<dd>{subjectName}</dd>
				</div>
				<div>
					<dt>Topic</dt>
					<dd>{topicName}</dd>
				</div>
			</dl>
			{children}
		</Page>
	);
};

interface TopicPageProps {
	courseId: string;
	subjectId: string;
	topicId: string;
}

/** One topic, to edit. */
export const TopicPage = ({ topicId, ...place }: TopicPageProps) => {
	const topic = useQuery(itemQuery(topics, { ...place, topicId }));
	const title = useMayEdit() ? 'Edit Topic' : 'Topic';
	return (
		<Frame
			place={place}
			title={title}
			topicName={topic.data?.name ?? '…'}
			actions={topic.data && <HistoryButton kind="topic" id={topicId} name={topic.data.name} />}
			query={topic}
		>
			<Loaded
				query={topic}
				loading="Loading topic..."
				heading="Error loading topic"
				skeleton={<FormSkeleton />}
			>
				{(data) => <TopicForm key={topicId} place={place} topic={data} />}
			</Loaded>
		</Frame>
	);
};

/** A new topic of a subject, last in order. */
export const NewTopicPage = (place: { courseId: string; subjectId: string }) => {
	const order = useNextOrder(topics, place);
	return (
		<Frame place={place} title="New Topic" topicName="New Topic" query={order}>
			<Loaded
				query={order}
				loading="Loading topics..."
				heading="Failed to load topics"
				fallback="An error occurred while loading topics"
				skeleton={<FormSkeleton />}
			>
				{(last) => <TopicForm place={place} order={last} />}
			</Loaded>
		</Frame>
	);
};
