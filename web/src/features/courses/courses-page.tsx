import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconRefresh, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Course, categories, courses } from '#shared/contract/courses.ts';
import { EXAM_SETS, SUBJECTS } from '../../addresses.ts';
import { listQuery } from '../../api/queries.ts';
import { ItemCard } from '../../ui/card-grid.tsx';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton, LinkText } from '../../ui/links.tsx';
import { ResourceList } from '../../ui/list/resource-list.tsx';
import { useRowVerbs } from '../../ui/list/row-verbs.tsx';
import { kes } from '../../ui/money.ts';
import { Page } from '../../ui/page.tsx';

/** Names that the route table or the browser would take for something else. */
const TAKEN = new Set(['edit', 'subjects', 'examsets', '.', '..']);

/** The name as it stands in the address of a course; a space after it keeps a taken word apart. */
const nameInAddress = ({ name }: Course) => (TAKEN.has(name) ? `${name} ` : name);

const card = (course: Course) => {
	const { id, name, description, duration, price, category_id } = course;
	const params = { courseId: id };
	return (
		<ItemCard
			id={id}
			name={
				<LinkText
					to="/admin/courses/$courseId/$courseName"
					params={{ ...params, courseName: nameInAddress(course) }}
					inherit
				>
					{name}
				</LinkText>
			}
			badges={<Badge color="gray">{categories[category_id]}</Badge>}
			actions={
				<>
					<LinkButton
						to={SUBJECTS}
						params={params}
						variant="light"
						size="xs"
						aria-label={`Subjects of ${name}`}
					>
						Subjects
					</LinkButton>
					<LinkButton
						to={EXAM_SETS}
						params={params}
						variant="light"
						size="xs"
						aria-label={`ExamSets of ${name}`}
					>
						ExamSets
					</LinkButton>
					<ForEditors>
						<LinkButton
							to="/admin/courses/$courseId/edit"
							params={params}
							variant="default"
							size="xs"
							aria-label={`Edit Course ${name}`}
						>
							Edit Course
						</LinkButton>
					</ForEditors>
				</>
			}
		>
			{description && (
				<Text size="sm" c="dimmed" lineClamp={3} mb={10} style={{ whiteSpace: 'pre-line' }}>
					{description}
				</Text>
			)}
			<Group component="p" gap="4px 16px" m={0} fw={500}>
				<span>Duration: {duration ?? '–'} months</span>
				{price !== null && <span className="tabular">{kes(price)}</span>}
			</Group>
		</ItemCard>
	);
};

/** Every course of the platform. */
export const CoursesPage = () => {
	const list = useQuery(listQuery(courses, {}));
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
			title="Courses Management"
			actions={
				<>
					<Button
						variant="default"
						leftSection={<IconRefresh size={18} aria-hidden />}
						onClick={() => void list.refetch()}
						loading={list.isFetching && !list.isPending}
					>
						Refresh List
					</Button>
					{create}
				</>
			}
		>
			<ResourceList
				rows={rows}
				query={list}
				label="Courses"
				card={card}
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
