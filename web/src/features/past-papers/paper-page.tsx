import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { type PastPaper, paperKindWords, pastPapers } from '#shared/contract/past-papers.ts';
import { COURSE, EXAM_SET, PAPER, PAPERS } from '../../addresses.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { HistoryButton } from '../../ui/audit/history-button.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { FormSkeleton } from '../../ui/form-skeleton.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { type AwaitedQuery, useAnyLoading } from '../../ui/page-loading.ts';
import { companionOf } from './companion.ts';
import { PaperForm, type PapersPlace } from './paper-form.tsx';

interface FrameProps {
	place: PapersPlace;
	title: string;
	actions?: ReactNode;
	/** What the form needs. */
	query: AwaitedQuery;
	children: ReactNode;
}

/** Where a past paper lies, around its form. */
const Frame = ({ place, title, actions, query, children }: FrameProps) => {
	const course = useQuery(itemQuery(courses, { courseId: place.courseId }));
	const examSet = useQuery(itemQuery(examSets, { ...place }));
	const loading = useAnyLoading(course, examSet, query);
	const where = [course.data?.name, examSet.data?.name].filter(Boolean).join(' / ');
	return (
		<Page
			loading={loading}
			title={loading ? 'Past Paper' : title}
			subtitle={(!loading && where) || undefined}
			back={
				<>
					<BackLink to={COURSE} params={{ courseId: place.courseId }}>
						Course
					</BackLink>
					<BackLink to={EXAM_SET} params={{ ...place }}>
						Exam Set
					</BackLink>
					<BackLink to={PAPERS} params={{ ...place }}>
						Past Papers
					</BackLink>
				</>
			}
			actions={actions}
			narrow
		>
			{children}
		</Page>
	);
};

/** Leads from a paper to its marking scheme and back, where both are in the exam set. */
const Companion = ({ place, paper }: { place: PapersPlace; paper: PastPaper }) => {
	const papers = useQuery(listQuery(pastPapers, { ...place }));
	const other = companionOf(paper, papers.data ?? []);
	return (
		other && (
			<LinkButton to={PAPER} params={{ ...place, paperId: other.id }} variant="default">
				{paperKindWords[other.kind]}
			</LinkButton>
		)
	);
};

/** One past paper, to edit. */
export const PaperPage = ({ paperId, ...place }: PapersPlace & { paperId: string }) => {
	const paper = useQuery(itemQuery(pastPapers, { ...place, paperId }));
	return (
		<Frame
			place={place}
			title={paper.data?.name ?? 'Edit Past Paper'}
			actions={
				paper.data && (
					<>
						<Companion place={place} paper={paper.data} />
						<HistoryButton
							resource={pastPapers}
							place={{ ...place, paperId }}
							name={paper.data.name}
						/>
					</>
				)
			}
			query={paper}
		>
			<LoadedForm query={paper} resource={pastPapers} id={paperId}>
				{(data) => <PaperForm key={paperId} place={place} paper={data} />}
			</LoadedForm>
		</Frame>
	);
};

/** A new past paper of an exam set, last in order. */
export const NewPaperPage = (place: PapersPlace) => {
	const order = useNextOrder(pastPapers, { ...place });
	return (
		<Frame place={place} title="New Past Paper" query={order}>
			<Loaded query={order} loading="Loading past papers..." skeleton={<FormSkeleton />}>
				{(last) => <PaperForm place={place} order={last} />}
			</Loaded>
		</Frame>
	);
};
