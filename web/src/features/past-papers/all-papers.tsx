import { Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { allPastPapers } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import { CrossListPage } from '../../ui/cross-list/cross-list-page.tsx';
import { StateBadges } from '../../ui/cross-list/state-badges.tsx';
import { Day } from '../../ui/day.tsx';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import { EXAM_SETS, PAPER, PAPERS } from './addresses.ts';

type Row = z.infer<typeof allPastPapers.item>;

const placeOf = ({ course_id, examset_id }: Row) => ({
	courseId: course_id,
	examSetId: examset_id,
});

const Nothing = ({ children }: { children: string }) => (
	<Text size="sm" c="dimmed">
		{children}
	</Text>
);

const column = columnsOf<Row>();

const columns = column.columns([
	column.accessor('name', {
		header: 'Name',
		meta: { title: true, width: '19%' },
		cell: ({ row: { original } }) => (
			<LinkText to={PAPER} params={{ ...placeOf(original), paperId: original.id }} inherit>
				{original.name}
			</LinkText>
		),
	}),
	column.accessor('examset_name', {
		header: 'Exam Set',
		meta: { width: '6.5rem' },
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<LinkText to={PAPERS} params={placeOf(original)} c="dimmed" inherit>
				{original.examset_name}
			</LinkText>
		),
	}),
	column.accessor('course_name', {
		header: 'Course',
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<LinkText to={EXAM_SETS} params={{ courseId: original.course_id }} c="dimmed" inherit>
				{original.course_name}
			</LinkText>
		),
	}),
	column.accessor('subject_name', {
		header: 'Subject',
		enableSorting: false,
		cell: ({ row }) => row.original.subject_name ?? <Nothing>No subject</Nothing>,
	}),
	column.accessor('url', {
		header: 'File',
		meta: { width: '9.5rem' },
		enableSorting: false,
		cell: ({ row: { original } }) =>
			original.url ? <FileLink url={original.url} brief /> : <Nothing>None</Nothing>,
	}),
	column.accessor('published', {
		header: 'Status',
		meta: { width: '8rem' },
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<StateBadges published={original.published} free={original.free} />
		),
	}),
	column.accessor('updated_at', {
		header: 'Updated',
		sortDescFirst: true,
		meta: { width: '8.5rem' },
		cell: ({ row }) => <Day at={row.original.updated_at} />,
	}),
]);

/** The past papers of all courses. */
export const AllPapers = () => (
	<CrossListPage
		list={allPastPapers}
		title="Past Papers"
		noun="past papers"
		icon={IconFileText}
		columns={columns}
		filters={['published', 'free']}
		none="Past papers are added in an exam set of their course."
		heading="Error loading past papers"
	/>
);
