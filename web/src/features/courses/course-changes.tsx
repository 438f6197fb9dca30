import { Text } from '@mantine/core';
import type { CourseOverview } from '#shared/contract/course-overview.ts';
import { fillPath } from '#shared/contract/resource.ts';
import { byKind } from '#shared/contract/resources.ts';
import { Day } from '../../ui/dates/day.tsx';
import { LinkText } from '../../ui/page/links.tsx';
import { Line, Lines } from '../../ui/page/section.tsx';

type Changed = CourseOverview['changed'][number];

const kinds = byKind(({ label, path, param }) => ({ label, path: `${path}/:${param}`, param }));

/** Returns the console path of an item: the API path below `/admin`. An item names only its direct parent. */
const addressOf = (courseId: string, { kind, id, parent_id }: Changed) => {
	const { path, param } = kinds[kind];
	const parentId = parent_id ?? '';
	const place = { courseId, subjectId: parentId, examSetId: parentId, [param]: id };
	return `/admin${fillPath(path, place)}`;
};

interface CourseChangesProps {
	courseId: string;
	changed: readonly Changed[];
	/** Names of the subjects and exam sets by id. */
	names: ReadonlyMap<string, string>;
}

/** Lists the last items that were added or changed in a course, newest first. */
export const CourseChanges = ({ courseId, changed, names }: CourseChangesProps) =>
	changed.length === 0 ? (
		<Text size="sm" c="dimmed">
			Nothing yet.
		</Text>
	) : (
		<Lines label="Recent changes">
			{changed.map((item) => (
				<Line
					key={item.id}
					name={<LinkText to={addressOf(courseId, item) as '/'}>{item.name}</LinkText>}
					about={
						<>
							{[kinds[item.kind].label, names.get(item.parent_id ?? '')]
								.filter(Boolean)
								.join(' in ')}
							{' · '}
							<Day at={item.updated_at} />
							{item.by && ` · ${item.by.name}`}
						</>
					}
				/>
			))}
		</Lines>
	);
