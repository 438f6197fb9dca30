import { Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import type { CourseOverview } from '#shared/contract/course-overview.ts';
import { byKind } from '#shared/contract/resources.ts';
import { EXAM_SET, PAPER, SUBJECT, TOPIC } from '../../addresses.ts';
import { Day } from '../../ui/day.tsx';
import { LinkText } from '../../ui/links.tsx';
import { Line, Lines } from '../../ui/section.tsx';

type Changed = CourseOverview['changed'][number];

const labels = byKind(({ label }) => label);

const addressOf = (courseId: string, { kind, id, parent_id }: Changed) => {
	const above = parent_id ?? '';
	const links: Record<Changed['kind'], { to: string; params: Record<string, string> }> = {
		subject: linkOptions({ to: SUBJECT, params: { courseId, subjectId: id } }),
		topic: linkOptions({ to: TOPIC, params: { courseId, subjectId: above, topicId: id } }),
		examset: linkOptions({ to: EXAM_SET, params: { courseId, examSetId: id } }),
		pastpaper: linkOptions({ to: PAPER, params: { courseId, examSetId: above, paperId: id } }),
	};
	return links[kind];
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
		<Lines label="Changed lately">
			{changed.map((item) => (
				<Line
					key={item.id}
					name={<LinkText {...(addressOf(courseId, item) as { to: string })}>{item.name}</LinkText>}
					about={
						<>
							{[labels[item.kind], names.get(item.parent_id ?? '')].filter(Boolean).join(' in ')}
							{' · '}
							<Day at={item.updated_at} />
							{item.by && ` · ${item.by.name}`}
						</>
					}
				/>
			))}
		</Lines>
	);
