import { Button, Title } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { topics } from '#shared/contract/topics.ts';
import { nextOrder } from '../../api/next-order.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CardGridSkeleton } from '../../ui/card-grid.tsx';
import { useComing } from '../../ui/coming.ts';
import { Empty } from '../../ui/empty.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { FoundRows, ListSearch } from '../../ui/list/found-rows.tsx';
import { useView, ViewSwitch } from '../../ui/list/view-switch.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { SUBJECT, SUBJECTS, TOPIC } from './addresses.ts';
import type { TopicDialog } from './topic-dialogs.tsx';
import { TopicList } from './topic-list.tsx';

const [TopicDialogs, prepare] = onDemand(
	'topic dialogs',
	async () => (await import('./topic-dialogs.tsx')).TopicDialogs,
);

/** The topics of one subject. */
export const TopicsPage = ({ courseId, subjectId }: { courseId: string; subjectId: string }) => {
	const place = { courseId, subjectId };
	const course = useQuery(itemQuery(courses, { courseId }));
	const subject = useQuery(itemQuery(subjects, place));
	const list = useQuery(listQuery(topics, place));
	const [view, setView] = useView('topics');
	const [dialog, open] = useState<TopicDialog | null>(null);
	const coming = useComing(course, subject, list);
	const name = coming ? undefined : subject.data?.name;

	const quickAdd = (
		<Button
			leftSection={<IconPlus size={18} aria-hidden />}
			onClick={() => open({ kind: 'add', order: nextOrder(list.data ?? []) })}
			onPointerEnter={prepare}
			onFocus={prepare}
			disabled={list.data === undefined}
		>
			Add New Topic
		</Button>
	);
	const addPage = (
		<LinkButton
			to={TOPIC}
			params={{ ...place, topicId: 'new' }}
			leftSection={<IconPlus size={18} aria-hidden />}
		>
			Add Topic
		</LinkButton>
	);
	const add = <ForEditors>{view === 'cards' ? addPage : quickAdd}</ForEditors>;
	return (
		<Page
			coming={coming}
			title={name === undefined ? 'Topics' : `Topics of ${name}`}
			subtitle={coming ? undefined : course.data?.name}
			back={
				<>
					<BackLink to={SUBJECTS} params={{ courseId }}>
						Back to Subjects
					</BackLink>
					<BackLink to={SUBJECT} params={place}>
						Subject
					</BackLink>
				</>
			}
			actions={!list.isLoadingError && add}
		>
			<FilterBar end={<ViewSwitch view={view} onChange={setView} />}>
				<Title order={2} size="h3">
					{view === 'cards' ? 'Topics' : 'Subject Topics'}
				</Title>
				<ListSearch noun="topics" rows={list.data} />
			</FilterBar>
			<Loaded
				query={list}
				loading="Loading topics..."
				heading="Failed to load topics"
				fallback="An error occurred while loading topics"
				skeleton={view === 'cards' ? <CardGridSkeleton /> : <TableSkeleton />}
			>
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconListDetails}
							title={view === 'cards' ? 'No Topics Yet' : 'No topics available'}
							text="A topic holds the study material of one part of the subject."
							action={add}
						/>
					) : (
						<FoundRows noun="topics" rows={rows}>
							{(found) => <TopicList place={place} rows={found} view={view} open={open} />}
						</FoundRows>
					)
				}
			</Loaded>
			<TopicDialogs
				opened={dialog !== null}
				place={place}
				dialog={dialog}
				onClose={() => open(null)}
			/>
		</Page>
	);
};
