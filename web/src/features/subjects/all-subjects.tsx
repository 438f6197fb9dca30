import { IconBook2 } from '@tabler/icons-react';
import { allSubjects } from '#shared/contract/lists.ts';
import type { z } from '#shared/zod.ts';
import { CrossListPage } from '../../ui/cross-list/cross-list-page.tsx';
import { StateBadges } from '../../ui/cross-list/state-badges.tsx';
import { Day } from '../../ui/day.tsx';
import { LinkText } from '../../ui/links.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import { SUBJECT, SUBJECTS } from './addresses.ts';

type Row = z.infer<typeof allSubjects.item>;

const column = columnsOf<Row>();

const columns = column.columns([
	column.accessor('name', {
		header: 'Name',
		meta: { title: true },
		cell: ({ row: { original } }) => (
			<LinkText
				to={SUBJECT}
				params={{ courseId: original.course_id, subjectId: original.id }}
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
			<LinkText to={SUBJECTS} params={{ courseId: original.course_id }} c="dimmed" inherit>
				{original.course_name}
			</LinkText>
		),
	}),
	column.accessor('order_num', { header: 'Order', meta: { width: '7rem', numeric: true } }),
	column.accessor('stats.topicCount', {
		id: 'topics',
		header: 'Topics',
		enableSorting: false,
		meta: { width: '6rem', numeric: true },
	}),
	column.accessor('stats.paperCount', {
		id: 'papers',
		header: 'Papers',
		enableSorting: false,
		meta: { width: '6rem', numeric: true },
	}),
	column.accessor('published', {
		header: 'Status',
		meta: { width: '8rem' },
		enableSorting: false,
		cell: ({ row: { original } }) => (
			<StateBadges published={original.published} free={original.freeSubject} />
		),
	}),
	column.accessor('updated_at', {
		header: 'Updated',
		sortDescFirst: true,
		meta: { width: '8.5rem' },
		cell: ({ row }) => <Day at={row.original.updated_at} />,
	}),
]);

/** The subjects of all courses. */
export const AllSubjects = () => (
	<CrossListPage
		list={allSubjects}
		title="Subjects"
		noun="subjects"
		icon={IconBook2}
		columns={columns}
		filters={['published', 'free']}
		none="Subjects are added in their course."
		heading="Error loading subjects"
		fallback="Failed to fetch subjects"
	/>
);
