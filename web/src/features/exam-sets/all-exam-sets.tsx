import { IconCertificate } from '@tabler/icons-react';
import { allExamSets } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import { StatusBadge } from '../../ui/badges.tsx';
import { CrossListPage } from '../../ui/cross-list/cross-list-page.tsx';
import { Day } from '../../ui/day.tsx';
import { LinkButton, LinkText } from '../../ui/links.tsx';
import { columnsOf } from '../../ui/table/columns.ts';

type Row = z.infer<typeof allExamSets.item>;

const column = columnsOf<Row>();

const columns = column.columns([
	column.accessor('name', {
		header: 'Name',
		meta: { title: true },
		cell: ({ row: { original } }) => (
			<LinkText
				to="/admin/courses/$courseId/examsets/$examSetId"
				params={{ courseId: original.course_id, examSetId: original.id }}
				inherit
			>
				{original.name}
			</LinkText>
		),
	}),
	column.accessor('course_name', {
		header: 'Course',
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<LinkText
				to="/admin/courses/$courseId/examsets/list"
				params={{ courseId: original.course_id }}
				c="dimmed"
				inherit
			>
				{original.course_name}
			</LinkText>
		),
	}),
	column.accessor('year', { header: 'Year', meta: { width: '6.5rem', numeric: true } }),
	column.accessor('order_num', { header: 'Order', meta: { width: '7rem', numeric: true } }),
	column.accessor('is_published', {
		header: 'Status',
		meta: { width: '8.5rem' },
		enableSorting: false,
		cell: ({ row }) => <StatusBadge published={row.original.is_published} />,
	}),
	column.accessor('updated_at', {
		header: 'Updated',
		sortDescFirst: true,
		meta: { width: '8.5rem' },
		cell: ({ row }) => <Day at={row.original.updated_at} />,
	}),
]);

/** The exam sets of all courses. */
export const AllExamSets = () => (
	<CrossListPage
		list={allExamSets}
		title="Exam Sets"
		noun="exam sets"
		icon={IconCertificate}
		columns={columns}
		filters={['published']}
		none="Exam sets are added in their course."
		heading="Error loading exam sets"
		actions={({ id, course_id, name }) => (
			<LinkButton
				to="/admin/courses/$courseId/examsets/$examSetId/pastpapers"
				params={{ courseId: course_id, examSetId: id }}
				variant="light"
				size="xs"
				aria-label={`Past Papers of ${name}`}
			>
				Past Papers
			</LinkButton>
		)}
	/>
);
