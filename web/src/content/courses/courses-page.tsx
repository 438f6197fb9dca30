import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import {
	IconBook2,
	IconCertificate,
	IconFileSearch,
	IconPencil,
	IconPlus,
	IconSchool,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { type Course, categories, courses } from '#shared/contract/content/courses.ts';
import { COURSE, COVERAGE, EXAM_SETS, SUBJECTS } from '../../addresses.ts';
import { usePart } from '../../platform/api/account.ts';
import { listQuery } from '../../platform/api/queries.ts';
import { formatKes } from '../../platform/ui/format/money.ts';
import type { RowButtonAction } from '../../platform/ui/menu/actions.ts';
import { RowMenu } from '../../platform/ui/menu/menu.tsx';
import { ForEditors } from '../../platform/ui/page/for-editors.tsx';
import { LinkButton, LinkText } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { RefreshButton } from '../../platform/ui/page/refresh-button.tsx';
import { Problems, useProblems } from '../../platform/ui/problems/problems.tsx';
import { ItemCard } from '../../platform/ui/table/card-grid.tsx';
import { ListTools, ResourceList } from '../../platform/ui/table/resource-list.tsx';
import {
	ButtonsOf,
	linkToChildren,
	type RowButtons,
	RowMore,
	useRowVerbs,
} from '../../platform/ui/table/row-actions.tsx';
import { CourseFigures } from './course-sections.tsx';

/** Names with another meaning in the route table or in a URL path. */
const RESERVED_NAMES = new Set(['edit', 'subjects', 'examsets', '.', '..']);

/** Returns the course name for the URL; reserved names get a trailing space. */
const nameInAddress = ({ name }: Course) => (RESERVED_NAMES.has(name) ? `${name} ` : name);

const buttonsOf =
	(course: Course): RowButtons =>
	(verbs) => {
		const params = { courseId: course.id };
		const examSets = linkOptions({ to: EXAM_SETS, params });
		const edit: RowButtonAction = {
			words: 'Edit Course',
			label: `Edit Course ${course.name}`,
			icon: IconPencil,
			looks: 'quiet',
			link: linkOptions({ to: '/admin/courses/$courseId/edit', params }),
		};
		return [
			linkToChildren('Subjects', IconBook2, course, linkOptions({ to: SUBJECTS, params })),
			linkToChildren('ExamSets', IconCertificate, course, examSets),
			...(verbs ? [edit] : []),
		];
	};

const renderCard = (course: Course) => {
	const { id, name, description, duration, price, stats } = course;
	const params = { courseId: id };
	return (
		<ItemCard
			row={course}
			link={linkOptions({
				to: '/admin/courses/$courseId/$courseName',
				params: { ...params, courseName: nameInAddress(course) },
			})}
			actions={
				<>
					<ButtonsOf buttons={buttonsOf(course)} always />
					<RowMore row={course} />
				</>
			}
			whole
		>
			{description && (
				<Text size="sm" c="dimmed" lineClamp={2} mb={4} style={{ whiteSpace: 'pre-line' }}>
					{description}
				</Text>
			)}
			<Box mb={4}>
				<LinkText to={COURSE} params={params}>
					<CourseFigures stats={stats} />
					<VisuallyHidden component="span"> in {name}</VisuallyHidden>
				</LinkText>
			</Box>
			<Group gap="4px 16px" c="dimmed">
				{duration !== null && <span>Duration: {duration} months</span>}
				{price !== null && <span className="tabular">{formatKes(price)}</span>}
			</Group>
		</ItemCard>
	);
};

const inCategories = { of: ({ category_id }: Course) => category_id, words: categories };

const more = [
	{ words: 'Missing papers', icon: IconFileSearch, link: linkOptions({ to: COVERAGE }) },
];

/** Lists all courses. */
export const CoursesPage = () => {
	const list = useQuery(listQuery(courses, {}));
	const problems = useProblems();
	const hasPapers = usePart('papers');
	const rows = useRowVerbs<typeof courses, Course>(courses, {});
	const create = (
		<ForEditors>
			<LinkButton to="/admin/courses/new" leftSection={<IconPlus size={18} aria-hidden />}>
				Create New Course
			</LinkButton>
		</ForEditors>
	);
	return (
		<Page
			tools={<ListTools resource={courses} rows={list.data} few={6} />}
			actions={
				<>
					<RefreshButton query={list} words="Refresh List" />
					{create}
				</>
			}
			more={hasPapers && <RowMenu label="More actions" actions={more} />}
		>
			<Problems found={problems.data} />
			<ResourceList
				rows={rows}
				query={list}
				label="Courses"
				card={renderCard}
				groups={inCategories}
				empty={{
					icon: IconSchool,
					title: 'No courses found',
					text: 'A course holds subjects with their topics, and exam sets with their past papers.',
					action: create,
				}}
			/>
		</Page>
	);
};
