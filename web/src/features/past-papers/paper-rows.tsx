import { Badge, Button, Group, Text } from '@mantine/core';
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
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { Facts, ItemCard, Switches } from '../../ui/card-grid.tsx';
import { inEastAfrica, STAMP } from '../../ui/dates.ts';
import { FileLink } from '../../ui/file-link.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { FieldSwitch, RowMore, useVerbs } from '../../ui/list/row-verbs.tsx';
import { contentColumns, File, Nothing, StateBadges } from '../../ui/table/content-columns.tsx';

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
		cell: (of) => (
			<>
				{draw(of)}
				<Printed row={of.row.original} />
			</>
		),
	};
};
const flag = (id: 'published' | 'free', header: string) =>
	field(id, { header, draw: (row) => <FieldSwitch row={row} field={id} label={header} /> });
const file = (header: string, shows: 'name' | 'kind') =>
	field('url', {
		header,
		width: '11rem',
		draw: (row) => <File url={row.url} to={paperAt(row)} name={row.name} shows={shows} />,
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
	}),
	updated,
];

/** The name of a paper's subject, among those of its course. */
const SubjectName = ({ row }: { row: Row }) => {
	const { data } = useQuery(listQuery(subjects, { courseId: row.course_id }));
	const subject = data?.find(({ id }) => id === row.subject_id);
	return subject && <span>{subject.name}</span>;
};

/** One past paper as a card. */
export const card = (row: Row) => (
	<ItemCard
		row={row}
		link={paperAt(row)}
		badges={
			<>
				<KindBadge kind={row.kind} />
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
				<RowMore row={row} />
			</>
		}
	>
		<Facts>
			<span>Order: {row.order_num}</span>
			<SubjectName row={row} />
			{row.codes.length > 0 && <span className="tabular">{row.codes.join(', ')}</span>}
		</Facts>
		{row.url && <FileLink url={row.url} />}
		<Switches>
			<FieldSwitch row={row} field="published" label="Published" words="Published" />
			<FieldSwitch row={row} field="free" label="Free" words="Free" />
		</Switches>
	</ItemCard>
);
