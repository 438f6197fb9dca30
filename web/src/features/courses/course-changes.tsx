import { Text } from '@mantine/core';
import type { CourseOverview } from '#shared/contract/course-overview.ts';
import { fillPath } from '#shared/contract/resource.ts';
import { byKind } from '#shared/contract/resources.ts';
import { Day } from '../../ui/dates/day.tsx';
import { LinkText } from '../../ui/page/links.tsx';
import { Line, Lines } from '../../ui/page/section.tsx';

type Changed = CourseOverview['changed'][number];

const kinds = byKind(({ label, path, param }) => ({ label, path: `${path}/:${param}`, param }));

/** The console's addresses of items are those of the API; of what it may lie under it names but one. */
const addressOf = (courseId: string, { kind, id, parent_id }: Changed) => {
	const { path, param } = kinds[kind];
	const above = parent_id ?? '';
	const place = { courseId, subjectId: above, examSetId: above, [param]: id };
	return `/admin${fillPath(path, place)}`;
};

interface CourseChangesProps {
	courseId: string;
	changed: readonly Changed[];
	/** What the subjects and exam sets are called, by their ids. */
	names: ReadonlyMap<string, string>;
}

/** What was added or changed in a course last, newest first. */
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
