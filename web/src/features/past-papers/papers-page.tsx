import { Button, Text } from '@mantine/core';
import {
	IconArrowsSort,
	IconDownload,
	IconFileText,
	IconLink,
	IconLinkPlus,
	IconPencil,
	IconPlus,
	IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { courses } from '#shared/contract/courses.ts';
import { examSets } from '#shared/contract/exam-sets.ts';
import { allPastPapers } from '#shared/contract/lists.ts';
import { type PastPaper, pastPapers } from '#shared/contract/past-papers.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { COURSE, EXAM_SETS, PAPER, PAPERS } from '../../addresses.ts';
import { itemQuery, listQuery } from '../../api/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { Facts, ItemCard, Switches } from '../../ui/card-grid.tsx';
import { CrossListPage } from '../../ui/cross-list/cross-list-page.tsx';
import { inEastAfrica, STAMP } from '../../ui/dates.ts';
import { counted } from '../../ui/deletion-impact-text.ts';
import { FileLink } from '../../ui/file-link.tsx';
import { ForEditors, useMayEdit } from '../../ui/for-editors.tsx';
import { LinkButton, LinkText } from '../../ui/links.tsx';
import { ResourceList } from '../../ui/list/resource-list.tsx';
import { DeleteRow, FieldSwitch, useRowVerbs, useVerbs } from '../../ui/list/row-verbs.tsx';
import { useView } from '../../ui/list/view-switch.tsx';
import { RowMenu } from '../../ui/menu.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Page } from '../../ui/page.tsx';
import { useAnyLoading } from '../../ui/page-loading.ts';
import { contentColumns, File, Nothing, StateBadges } from '../../ui/table/content-columns.tsx';
import type { PapersPlace } from './paper-form.tsx';

type Row = PastPaper & {
	course_name?: string;
	examset_name?: string;
	subject_name?: string | null;
};

const placeOf = ({ course_id, examset_id }: Row) => ({
	courseId: course_id,
	examSetId: examset_id,
});
const paperAt = (row: Row) =>
	linkOptions({ to: PAPER, params: { ...placeOf(row), paperId: row.id } });

const Stamp = ({ at }: { at: string }) => (
	<Text component="time" dateTime={at} size="sm" className="tabular">
		{inEastAfrica(at, STAMP)}
	</Text>
);

const { name, above, field, order, updated } = contentColumns<Row>(pastPapers);
const flag = (id: 'published' | 'free', header: string) =>
	field(id, { header, draw: (row) => <FieldSwitch row={row} field={id} label={header} /> });
const stamp = (id: 'created_at' | 'updated_at', header: string) =>
	field(id, { header, draw: (row) => <Stamp at={row[id]} /> });

/** All that can be done with a past paper in the table. */
const Actions = ({ row }: { row: Row }) => {
	const verbs = useVerbs();
	if (!verbs) return null;
	return (
		<RowMenu
			label={`Actions for ${row.name}`}
			actions={[
				{ words: 'Edit', icon: IconPencil, link: paperAt(row) },
				{
					words: 'Edit Order',
					icon: IconArrowsSort,
					onClick: () => verbs.open({ kind: 'order', row }),
				},
				{
					words: row.url ? 'Edit URL' : 'Add URL',
					icon: row.url ? IconLink : IconLinkPlus,
					onClick: () => verbs.open({ kind: 'url', row }),
				},
				{ words: 'Delete', icon: IconTrash, dangerous: true, onClick: () => verbs.remove(row) },
			]}
		/>
	);
};

const ofExamSet = {
	columns: [
		name(paperAt),
		order,
		flag('published', 'Published'),
		field('url', { header: 'URL', draw: ({ url }) => <File url={url} /> }),
		flag('free', 'Free'),
		stamp('created_at', 'Created'),
		stamp('updated_at', 'Updated'),
	],
	sortable: ['name', 'order_num', 'created_at'],
	actions: (row: Row) => <Actions row={row} />,
};
const ofAll = [
	name(paperAt, { width: '19%' }),
	above('examset_name', 'Exam Set', (row) => linkOptions({ to: PAPERS, params: placeOf(row) }), {
		width: '6.5rem',
	}),
	above('course_name', 'Course', (row) =>
		linkOptions({ to: EXAM_SETS, params: { courseId: row.course_id } }),
	),
	field('subject_name', {
		header: 'Subject',
		draw: (row) => row.subject_name ?? <Nothing>No subject</Nothing>,
	}),
	field('url', { header: 'File', width: '9.5rem', draw: ({ url }) => <File url={url} brief /> }),
	field('published', {
		width: '8rem',
		draw: (row) => <StateBadges published={row.published} free={row.free} />,
	}),
	updated,
];

/** The name of a paper's subject, among those of its course. */
const SubjectName = ({ row }: { row: Row }) => {
	const { data } = useQuery(listQuery(subjects, { courseId: row.course_id }));
	const subject = data?.find(({ id }) => id === row.subject_id);
	return subject && <span>{subject.name}</span>;
};

const card = (row: Row) => (
	<ItemCard
		id={row.id}
		name={
			<LinkText {...paperAt(row)} inherit>
				{row.name}
			</LinkText>
		}
		badges={
			<>
				{row.free && <AccessBadge free />}
				{!row.published && <StatusBadge published={false} />}
			</>
		}
		actions={
			<>
				<ForEditors>
					<LinkButton {...paperAt(row)} variant="light" size="xs" aria-label={`Edit ${row.name}`}>
						Edit
					</LinkButton>
				</ForEditors>
				{row.url && (
					<Button
						component="a"
						href={row.url}
						target="_blank"
						rel="noreferrer"
						variant="default"
						size="xs"
						leftSection={<IconDownload size={16} aria-hidden />}
						aria-label={`Download ${row.name}`}
					>
						Download
					</Button>
				)}
				<DeleteRow row={row} />
			</>
		}
	>
		<Facts>
			<span>Order: {row.order_num}</span>
			<SubjectName row={row} />
		</Facts>
		{row.url && <FileLink url={row.url} />}
		<Switches>
			<FieldSwitch row={row} field="published" label="Published" words="Published" />
			<FieldSwitch row={row} field="free" label="Free" words="Free" />
		</Switches>
	</ItemCard>
);

const [PaperDialogs, prepare] = onDemand(
	'paper dialogs',
	async () => (await import('./paper-dialogs.tsx')).PaperDialogs,
);

/** The past papers of all courses. */
export const AllPapers = () => (
	<CrossListPage
		list={allPastPapers}
		icon={IconFileText}
		columns={ofAll}
		filters={['published', 'free']}
		none="Past papers are added in an exam set of their course."
		heading="Error loading past papers"
	/>
);

/** The past papers of one exam set. */
export const PapersPage = (place: PapersPlace) => {
	const { courseId } = place;
	const course = useQuery(itemQuery(courses, { courseId }));
	const examSet = useQuery(itemQuery(examSets, { ...place }));
	const list = useQuery(listQuery(pastPapers, { ...place }));
	const view = useView('past-papers');
	const rows = useRowVerbs<typeof pastPapers, PastPaper>(pastPapers, { ...place });
	const mayEdit = useMayEdit();
	const names = [course.data?.name, examSet.data?.name];
	const loading = useAnyLoading(course, examSet, list);
	const title =
		!loading && names.every(Boolean) ? `${names.join(' - ')} Past Papers` : 'Past Papers';
	const add = (
		<ForEditors>
			{view[0] === 'cards' ? (
				<LinkButton
					to={PAPER}
					params={{ ...place, paperId: 'new' }}
					leftSection={<IconPlus size={18} aria-hidden />}
				>
					Add Past Paper
				</LinkButton>
			) : (
				<Button
					leftSection={<IconPlus size={18} aria-hidden />}
					onClick={() => rows.open({ kind: 'add' })}
					onPointerEnter={prepare}
					onFocus={prepare}
					disabled={list.data === undefined}
				>
					Add Past Paper
				</Button>
			)}
		</ForEditors>
	);
	return (
		<Page
			loading={loading}
			title={title}
			subtitle="Manage past papers for this exam set"
			back={
				<>
					<BackLink to={EXAM_SETS} params={{ courseId }}>
						Exam Sets
					</BackLink>
					<BackLink to={COURSE} params={{ courseId }}>
						Course
					</BackLink>
				</>
			}
			actions={!list.isLoadingError && add}
		>
			<ResourceList
				rows={rows}
				query={list}
				label={title}
				above={
					<Text c="dimmed" size="sm" role="status">
						{counted(list.data?.length ?? 0, 'past paper')}
					</Text>
				}
				card={card}
				table={mayEdit ? ofExamSet : { ...ofExamSet, actions: undefined }}
				view={view}
				empty={{
					icon: IconFileText,
					title: mayEdit
						? 'No past papers found. Click "Add Past Paper" to create one.'
						: 'No past papers found.',
					action: add,
				}}
				dialogs={(shown) => <PaperDialogs {...shown} />}
			/>
		</Page>
	);
};
