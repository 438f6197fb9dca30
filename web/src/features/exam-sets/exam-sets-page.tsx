import { Button, Group } from '@mantine/core';
import { IconCertificate, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { type ExamSet, examSets } from '#shared/contract/exam-sets.ts';
import { allExamSets } from '#shared/contract/lists.ts';
import { COURSE, COURSES, EXAM_SET, EXAM_SETS, PAPERS } from '../../addresses.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { StatusBadge } from '../../ui/badges.tsx';
import { CrossListPage } from '../../ui/cross-list/cross-list-page.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ResourceList } from '../../ui/list/resource-list.tsx';
import {
	DeleteRow,
	EditRow,
	FieldSwitch,
	useRowVerbs,
	useVerbs,
} from '../../ui/list/row-verbs.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { useAnyLoading } from '../../ui/page-loading.ts';
import { contentColumns, Id } from '../../ui/table/content-columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

type Row = ExamSet & { course_name?: string };

const placeOf = ({ course_id, id }: Row) => ({ courseId: course_id, examSetId: id });

/** Published or not, to change on the spot where that can be done. */
const Status = ({ row }: { row: Row }) => (
	<Group component="span" display="inline-flex" gap="4px 8px">
		{useVerbs() && <FieldSwitch row={row} field="is_published" label="Published" />}
		<StatusBadge published={row.is_published} />
	</Group>
);

const { name, above, field, order, updated } = contentColumns<Row>(examSets);
const named = name((row) => linkOptions({ to: EXAM_SET, params: placeOf(row) }));
const status = field('is_published', {
	width: '8.5rem',
	draw: (row) => <Status row={row} />,
});
const year = field('year', { width: '6.5rem', numeric: true });
const id = field('id', { header: 'ID', draw: (row) => <Id of={row} /> });
const inCourse = (row: Row) => linkOptions({ to: EXAM_SETS, params: { courseId: row.course_id } });

const actions = (row: Row) => (
	<>
		<LinkButton
			to={PAPERS}
			params={placeOf(row)}
			variant="light"
			size="xs"
			aria-label={`Past Papers of ${row.name}`}
		>
			Past Papers
		</LinkButton>
		<EditRow row={row} />
		<DeleteRow row={row} />
	</>
);

const ofCourse = {
	columns: [named, order, status, year, id],
	sortable: ['name', 'order_num'],
	actions,
	defaultSort: 'order_num',
};
const ofAll = [named, above('course_name', 'Course', inCourse), year, order, status, updated];

const [ExamSetDialog, prepare] = onDemand(
	'exam set dialog',
	async () => (await import('./exam-set-form.tsx')).ExamSetDialog,
);

/** The exam sets of all courses. */
export const AllExamSets = () => (
	<CrossListPage
		list={allExamSets}
		icon={IconCertificate}
		columns={ofAll}
		filters={['published']}
		none="Exam sets are added in their course."
		heading="Error loading exam sets"
		actions={actions}
	/>
);

interface ExamSetsPageProps {
	courseId: string;
	/** What the button and the dialog for a new one are called. */
	create?: 'Add Exam Set' | 'Create Exam Set';
	/** The name that the address gives the course, until its own is there. */
	nameInAddress?: string;
}

/** The exam sets of one course, at their own address and at the course's by name. */
export const ExamSetsPage = (props: ExamSetsPageProps) => {
	const { courseId, create = 'Add Exam Set', nameInAddress } = props;
	const course = useQuery(itemQuery(courses, { courseId }));
	const list = useQuery(listQuery(examSets, { courseId }));
	const loading = useAnyLoading(course, list);
	const rows = useRowVerbs<typeof examSets, ExamSet>(examSets, { courseId });
	const known = loading ? undefined : course.data?.name;
	const title = known ?? nameInAddress?.trim() ?? 'Exam Sets';
	const add = (words: string) => (
		<ForEditors>
			<Button
				leftSection={<IconPlus size={18} aria-hidden />}
				onClick={() => rows.open({ kind: 'add' })}
				onPointerEnter={prepare}
				onFocus={prepare}
			>
				{words}
			</Button>
		</ForEditors>
	);
	return (
		<Page
			loading={loading}
			title={title}
			subtitle="Manage exam sets for this course"
			back={
				<>
					<BackLink to={COURSES}>Courses</BackLink>
					<BackLink to={COURSE} params={{ courseId }}>
						Course
					</BackLink>
				</>
			}
			actions={
				<>
					<Button
						variant="default"
						leftSection={<IconRefresh size={18} aria-hidden />}
						onClick={() => void list.refetch()}
						loading={list.isFetching && !list.isPending}
					>
						Refresh
					</Button>
					{!list.isLoadingError && add(create)}
				</>
			}
		>
			<ResourceList
				rows={rows}
				query={list}
				label={`Exam sets of ${title}`}
				table={(shown) => <DataTable {...shown} {...ofCourse} />}
				empty={{
					icon: IconCertificate,
					title: 'No Exam Sets Yet',
					text: 'An exam set holds the past papers of one series, such as July 2026.',
					action: add('Add First Exam Set'),
				}}
				dialogs={(shown) => <ExamSetDialog {...shown} title={create} />}
			/>
		</Page>
	);
};
