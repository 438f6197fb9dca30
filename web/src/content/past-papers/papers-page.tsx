import { Text } from '@mantine/core';
import { IconArrowsSort, IconDownload, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { paperExtensions } from '#shared/contract/content/files.ts';
import {
	type PaperKind,
	type PastPaper,
	paperKindWords,
	pastPapers,
} from '#shared/contract/content/past-papers.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { allPastPapers } from '#shared/contract/platform/lists.ts';
import { buildItemLink, EXAM_SET } from '../../addresses.ts';
import { listQuery } from '../../platform/api/queries.ts';
import { useAddPapersAction } from '../../platform/ui/content/add-papers-link.tsx';
import {
	EmptyValue,
	FileCell,
	makeContentColumns,
} from '../../platform/ui/content/content-columns.tsx';
import { contentLists } from '../../platform/ui/content/content-lists.tsx';
import { ItemMenu } from '../../platform/ui/content/item-menu.tsx';
import { SubjectFilter } from '../../platform/ui/fields/find-filter.tsx';
import { listCount } from '../../platform/ui/format/counted.ts';
import { formatInstant, STAMP } from '../../platform/ui/format/dates.ts';
import type { RowButtonAction } from '../../platform/ui/menu/actions.ts';
import { ItemState, PublishButton } from '../../platform/ui/preflight/publishing.tsx';
import { BriefFile, FileLink } from '../../platform/ui/preview/file-link.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { Mark } from '../../platform/ui/table/badges.tsx';
import { EditLink, Facts, ItemCard } from '../../platform/ui/table/card-grid.tsx';
import {
	makeEditButton,
	makeEditUrlButton,
	RowActions,
	replaceFileAction,
} from '../../platform/ui/table/row-actions.tsx';

type Row = PastPaper & {
	course_name?: string;
	examset_name?: string;
	subject_name?: string | null;
};

const files = { field: 'url', extensions: paperExtensions };

const linkToPaper = (row: Row) => buildItemLink(pastPapers, row);

/** Renders a date and time in one line. */
const Stamp = ({ at }: { at: string }) => (
	<time dateTime={at} className="tabular unbroken quiet small">
		{formatInstant(at, STAMP)}
	</time>
);

/** Renders the kind of a paper as a badge; nothing for the kind 'paper'. */
const KindBadge = ({ kind }: { kind: PaperKind }) =>
	kind !== 'paper' && <Mark color="grape">{paperKindWords[kind]}</Mark>;

const { name, field, order, opened, updated, flag, state, switches, unusual } =
	makeContentColumns<Row>(pastPapers, ({ url, name: paperName, kind }) => (
		<>
			<BriefFile url={url} itemName={paperName} previewOnly />
			<KindBadge kind={kind} />
		</>
	));
/** Renders the codes and the kind of a paper next to its name. */
const marks = ({ codes, kind }: Row) => (
	<>
		<KindBadge kind={kind} />
		{codes.length > 0 && <span className="tabular quiet small">{codes.join(', ')}</span>}
	</>
);
const makeFileColumn = (header: string, shows: 'name' | 'kind') =>
	field('url', {
		header,
		width: '9rem',
		draw: (row) => (
			<FileCell url={row.url} to={linkToPaper(row)} of={row} shows={shows} slot={files} />
		),
	});
const makeStampColumn = (id: 'created_at' | 'updated_at', header: string) =>
	field(id, {
		header,
		draw: (row) => <Stamp at={row[id]} />,
	});

/** Renders the actions of a past paper in the table. */
const renderActions = (row: Row) => (
	<RowActions
		row={row}
		buttons={(verbs) => makeEditButton(verbs, row, linkToPaper(row))}
		actions={(verbs) => [
			...(verbs
				? [
						{
							words: 'Edit Order',
							icon: IconArrowsSort,
							onClick: () => verbs.open({ kind: 'order', row }),
						},
					]
				: []),
			...makeEditUrlButton(verbs, row, row.url),
			...replaceFileAction(verbs, row, files),
		]}
	/>
);

/** Table options of the past papers of an exam set. */
const examSetTable = {
	columns: [
		name({ marks }),
		{ ...order, spare: true },
		flag('published', 'Published'),
		makeFileColumn('URL', 'name'),
		flag('free', 'Free'),
		{
			...makeStampColumn('created_at', 'Created'),
			spare: true,
			brief: ({ created_at }: Row) => (
				<span>
					Created <Stamp at={created_at} />
				</span>
			),
		},
		{ ...makeStampColumn('updated_at', 'Updated'), spare: true },
	],
	sortable: ['name', 'order_num', 'created_at'],
};
/** Columns of the past papers of all courses. */
const allPapersColumns = [
	name({ above: true, marks }),
	field('subject_name', {
		header: 'Subject',
		width: '14%',
		draw: (row) =>
			row.subject_name === null ? (
				<EmptyValue>No subject</EmptyValue>
			) : (
				<Text size="sm" truncate title={row.subject_name}>
					{row.subject_name}
				</Text>
			),
	}),
	makeFileColumn('File', 'kind'),
	opened,
	state,
	updated,
];

/** Renders the name of a paper's subject; a non-breaking space reserves its line while it loads. */
const SubjectName = ({ row }: { row: Row }) => {
	const { data } = useQuery(listQuery(subjects, { courseId: row.course_id }));
	const subject = data?.find(({ id }) => id === row.subject_id);
	return row.subject_id && <span>{subject?.name ?? '\u00a0'}</span>;
};

const CardFacts = ({ row }: { row: Row }) =>
	useWide() ? (
		<>
			<Facts>
				<span>Order: {row.order_num}</span>
				<SubjectName row={row} />
				{row.codes.length > 0 && <span className="tabular">{row.codes.join(', ')}</span>}
			</Facts>
			{row.url && <FileLink url={row.url} brief="name" />}
		</>
	) : (
		<>
			<EditLink row={row} link={linkToPaper(row)} />
			{row.url && (
				<a
					href={row.url}
					target="_blank"
					rel="noreferrer"
					className="link"
					aria-label={`Download ${row.name}`}
				>
					Download
				</a>
			)}
			<span>Order: {row.order_num}</span>
			<SubjectName row={row} />
		</>
	);

const makeDownload = ({ url, name: paperName }: Row): RowButtonAction[] =>
	url
		? [
				{
					words: 'Download',
					label: `Download ${paperName}`,
					icon: IconDownload,
					looks: 'quiet',
					href: url,
				},
			]
		: [];

/** Renders a past paper as a card. */
const renderCard = (row: Row) => (
	<ItemCard
		row={row}
		link={linkToPaper(row)}
		switches={switches(row)}
		badges={unusual(row)}
		actions={
			<RowActions
				row={row}
				buttons={(verbs) => [
					...makeDownload(row),
					...makeEditButton(verbs, row, linkToPaper(row), 'quiet'),
				]}
				actions={(verbs) => replaceFileAction(verbs, row, files)}
			/>
		}
	>
		<CardFacts row={row} />
	</ItemCard>
);

/** The specification's sentence, before the number of papers. */
const SENTENCE = 'Manage past papers for this exam set';

/** The lists of past papers: across all courses, and of an exam set. */
export const { All: AllPapers, List: PapersPage } = contentLists(allPastPapers, {
	dialogs: async () => (await import('./paper-form.tsx')).PaperDialogs,
	all: {
		columns: allPapersColumns,
		filters: ['year', 'series', 'kind', 'published', 'free', 'without_file'],
		more: { names: ['subject_id'], fields: <SubjectFilter /> },
	},
	table: examSetTable,
	actions: renderActions,
	card: renderCard,
	files,
	usePage: ({ place, parent, names, list, mayEdit }) => {
		const addPapers = useAddPapersAction(place.courseId);
		const { course_name, examset_name } = names;
		const title =
			course_name && examset_name ? `${course_name} - ${examset_name} Past Papers` : 'Past Papers';
		const edit = {
			words: 'Edit',
			icon: IconPencil,
			link: linkOptions({ to: EXAM_SET, params: place }),
		};
		return {
			title,
			shown: 'Past Papers',
			subtitle: (
				<>
					<span>{SENTENCE}</span> ·{' '}
					<span role="status" className="unbroken">
						{listCount(list.data?.length ?? 0, 'past paper')}
					</span>
				</>
			),
			state: <ItemState resource={examSets} place={place} />,
			actions: !list.isLoadingError && <PublishButton resource={examSets} place={place} />,
			more: parent && (
				<ItemMenu<typeof examSets>
					resource={examSets}
					place={place}
					item={parent}
					actions={mayEdit ? [...addPapers, edit] : []}
				/>
			),
			empty: {
				title: mayEdit
					? 'No past papers found. Click "Add Past Paper" to create one.'
					: 'No past papers found.',
			},
		};
	},
});
