import { useQuery } from '@tanstack/react-query';
import { allExamSets, allPastPapers } from '#shared/contract/lists.ts';
import { type PastPaper, paperKindWords, pastPapers } from '#shared/contract/past-papers.ts';
import { PAPER } from '../../addresses.ts';
import { useNextOrder } from '../../api/next-order.ts';
import { listQuery, useItemInPlace } from '../../api/queries.ts';
import { LoadedForm } from '../../ui/form/loaded-form.tsx';
import { StatusBadge } from '../../ui/list/badges.tsx';
import { FormSkeleton } from '../../ui/loading/form-skeleton.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { useAnyLoading } from '../../ui/loading/loading.tsx';
import { ItemMenu } from '../../ui/menu/item-menu.tsx';
import { Breadcrumb } from '../../ui/page/back-link.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import { Page, type PageProps } from '../../ui/page/page.tsx';
import { companionOf } from './companion.ts';
import { PaperForm, type PapersPlace } from './paper-form.tsx';

interface FrameProps extends Omit<PageProps, 'back'> {
	place: PapersPlace;
	/** The name of the exam set; undefined until loaded. */
	examSet: string | undefined;
}

/** Renders the page around the form of a past paper: title, breadcrumb and actions. */
const Frame = ({ place, title, examSet, ...page }: FrameProps) => (
	<Page
		{...page}
		title={page.loading ? 'Past Paper' : title}
		back={
			<Breadcrumb
				of={['Exam Sets', 'Exam Set', 'Past Papers']}
				place={place}
				names={{ 'Exam Set': page.loading ? undefined : examSet }}
			/>
		}
		narrow
	/>
);

/** Links a paper to its marking scheme, or a marking scheme to its paper, if the exam set has both. */
const Companion = ({ place, paper }: { place: PapersPlace; paper: PastPaper }) => {
	const papers = useQuery(listQuery(pastPapers, place));
	const other = companionOf(paper, papers.data ?? []);
	return (
		other && (
			<LinkButton to={PAPER} params={{ ...place, paperId: other.id }} variant="default">
				{paperKindWords[other.kind]}
			</LinkButton>
		)
	);
};

/** Renders the page that edits a past paper. */
export const PaperPage = ({ paperId, ...place }: PapersPlace & { paperId: string }) => {
	const { item: paper, withNames } = useItemInPlace(allPastPapers, { ...place, paperId });
	return (
		<Frame
			place={place}
			title={paper.data?.name ?? 'Edit Past Paper'}
			state={
				paper.data && (
					<StatusBadge published={paper.data.published} from={paper.data.visible_from} />
				)
			}
			actions={paper.data && <Companion place={place} paper={paper.data} />}
			more={
				paper.data && (
					<ItemMenu resource={pastPapers} place={{ ...place, paperId }} item={paper.data} />
				)
			}
			examSet={withNames?.examset_name}
			loading={useAnyLoading(paper)}
		>
			<LoadedForm query={paper} resource={pastPapers} id={paperId}>
				{(data) => <PaperForm key={paperId} place={place} paper={data} />}
			</LoadedForm>
		</Frame>
	);
};

/** Renders the page that adds a past paper to an exam set, last in order. */
export const NewPaperPage = (place: PapersPlace) => {
	const { item: examSet } = useItemInPlace(allExamSets, place);
	const order = useNextOrder(pastPapers, place);
	return (
		<Frame
			place={place}
			title="New Past Paper"
			examSet={examSet.data?.name}
			loading={useAnyLoading(examSet, order)}
		>
			<Loaded query={order} loading="Loading past papers..." skeleton={<FormSkeleton />}>
				{(last) => <PaperForm place={place} order={last} />}
			</Loaded>
		</Frame>
	);
};
