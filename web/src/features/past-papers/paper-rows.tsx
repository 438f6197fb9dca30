import { Badge, Group, Text } from '@mantine/core';
import {
	IconArrowsSort,
	IconDownload,
	IconLink,
	IconLinkPlus,
	IconPencil,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
	type PaperKind,
	type PastPaper,
	paperKindWords,
	pastPapers,
} from '#shared/contract/past-papers.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { EXAM_SETS, PAPER, PAPERS } from '../../addresses.ts';
import { listQuery } from '../../api/queries.ts';
import { Facts, ItemCard, Switches } from '../../ui/card-grid.tsx';
import { inEastAfrica, STAMP } from '../../ui/dates.ts';
import { BriefFile, FileLink } from '../../ui/file-link.tsx';
import { RowActions } from '../../ui/list/row-buttons.tsx';
import { FieldSwitch, RowMore, useVerbs } from '../../ui/list/row-verbs.tsx';
import type { RowButtonAction } from '../../ui/row-actions.ts';
import {
	contentColumns,
	File,
	Nothing,
	StateBadges,
	Unusual,
} from '../../ui/table/content-columns.tsx';
import { useWide } from '../../ui/table/shape.ts';

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

/** What a paper is, where it is more than a paper. */
const KindBadge = ({ kind }: { kind: PaperKind }) =>
	kind !== 'paper' && <Badge color="grape">{paperKindWords[kind]}</Badge>;

/** What is printed on a paper, below its name. */
const Printed = ({ row: { kind, codes } }: { row: Row }) =>
	useWide() &&
	(kind !== 'paper' || codes.length > 0) && (
		<Group gap="4px 8px" mt={4} fz="0.8125rem" fw={400} c="dimmed">
			<KindBadge kind={kind} />
			{codes.length > 0 && <span className="tabular">{codes.join(', ')}</span>}
		</Group>
	);

const { name: plainName, field, order, updated } = contentColumns<Row>(pastPapers);
const name: typeof plainName = (to, above) => {
	const column = plainName(to, above);
	const draw = column.cell as (of: { row: { original: Row } }) => ReactNode;
	return {
		...column,
		meta: {
			...column.meta,
			brief: (row: Row) => (
				<>
					<KindBadge kind={row.kind} />
					{column.meta?.brief?.(row as never)}
				</>
			),
		},
		cell: (of) => (
			<>
				{draw(of)}
				<Printed row={of.row.original} />
			</>
		),
	};
};
const unusual = (row: Row) => <Unusual published={row.published} free={row.free} />;
const flag = (id: 'published' | 'free', header: string) =>
	field(id, {
		header,
		draw: (row) => <FieldSwitch row={row} field={id} label={header} />,
		...(id === 'published' && { brief: unusual }),
	});
const file = (header: string, shows: 'name' | 'kind') =>
	field('url', {
		header,
		width: '11rem',
		draw: (row) => <File url={row.url} to={paperAt(row)} name={row.name} shows={shows} />,
		brief: (row) => <BriefFile url={row.url} of={row.name} />,
	});
const stamp = (id: 'created_at' | 'updated_at', header: string) =>
	field(id, { header, draw: (row) => <Stamp at={row[id]} /> });

/** All that can be done with a past paper in the table. */
const Actions = ({ row }: { row: Row }) => {
	const verbs = useVerbs();
	if (!verbs) return null;
	return (
		<RowMore
			row={row}
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
			]}
		/>
	);
};

/** The table of the past papers of an exam set. */
export const ofExamSet = {
	columns: [
		name(paperAt),
		order,
		flag('published', 'Published'),
		file('URL', 'name'),
		flag('free', 'Free'),
		stamp('created_at', 'Created'),
		stamp('updated_at', 'Updated'),
	],
	sortable: ['name', 'order_num', 'created_at'],
	actions: (row: Row) => <Actions row={row} />,
	defaultSort: 'order_num',
};
/** The columns of the past papers of all courses. */
export const ofAll = [
	name(paperAt, (row) => [
		[row.examset_name, linkOptions({ to: PAPERS, params: placeOf(row) })],
		[row.course_name, linkOptions({ to: EXAM_SETS, params: { courseId: row.course_id } })],
	]),
	field('subject_name', {
		header: 'Subject',
		width: '20%',
		draw: (row) => row.subject_name ?? <Nothing>No subject</Nothing>,
	}),
	file('File', 'kind'),
	field('published', {
		width: '13.5rem',
		draw: (row) => <StateBadges published={row.published} free={row.free} />,
		brief: unusual,
	}),
	updated,
];

/** The name of a paper's subject, among those of its course; its room is there before it. */
const SubjectName = ({ row }: { row: Row }) => {
	const { data } = useQuery(listQuery(subjects, { courseId: row.course_id }));
	const subject = data?.find(({ id }) => id === row.subject_id);
	const room = useWide() ? undefined : { flex: '1 1 7rem' };
	return row.subject_id && <span style={room}>{subject?.name ?? '\u00a0'}</span>;
};

const CardFile = ({ row }: { row: Row }) => {
	const wide = useWide();
	if (!row.url) return null;
	return wide ? <FileLink url={row.url} /> : <BriefFile url={row.url} of={row.name} />;
};

const editing = (row: Row): RowButtonAction => ({
	...{ words: 'Edit', label: `Edit ${row.name}`, icon: IconPencil },
	...{ looks: 'leads', link: paperAt(row) },
});

const downloadOf = ({ url, name: of }: Row): RowButtonAction[] =>
	url
		? [
				{
					...{ words: 'Download', label: `Download ${of}`, icon: IconDownload },
					...{ looks: 'quiet', href: url },
				},
			]
		: [];

/** One past paper as a card. */
export const card = (row: Row) => (
	<ItemCard
		row={row}
		link={paperAt(row)}
		badges={
			<>
				<KindBadge kind={row.kind} />
				{unusual(row)}
			</>
		}
		actions={
			<RowActions
				row={row}
				buttons={(verbs) => [...(verbs ? [editing(row)] : []), ...downloadOf(row)]}
			/>
		}
	>
		<Facts>
			<span>Order: {row.order_num}</span>
			<SubjectName row={row} />
			{row.codes.length > 0 && <span className="tabular">{row.codes.join(', ')}</span>}
		</Facts>
		<CardFile row={row} />
		<Switches>
			<FieldSwitch row={row} field="published" label="Published" words="Published" />
			<FieldSwitch row={row} field="free" label="Free" words="Free" />
		</Switches>
	</ItemCard>
);
