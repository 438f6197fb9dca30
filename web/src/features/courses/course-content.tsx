import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ExamSet } from '#shared/contract/exam-sets.ts';
import type { Subject } from '#shared/contract/subjects.ts';
import { EXAM_SET, EXAM_SETS, PAPERS, SUBJECT, SUBJECTS } from '../../addresses.ts';
import { AccessBadge, StatusBadge } from '../../ui/badges.tsx';
import { counted } from '../../ui/deletion-impact-text.ts';
import { ForEditors } from '../../ui/for-editors.tsx';
import { LinkButton, LinkText } from '../../ui/links.tsx';
import { Line, Lines } from '../../ui/section.tsx';

/** As many as are read at a glance; the rest have a list of their own. */
const SHOWN = 12;

/** Says that there are none, and leads to where the first is added. */
const None = ({ words, action }: { words: string; action: ReactNode }) => (
	<Group gap="xs">
		<Text size="sm" c="dimmed">
			{words}
		</Text>
		<ForEditors>{action}</ForEditors>
	</Group>
);

const more = (count: number) => `and ${count - SHOWN} more`;

interface CourseSubjectsProps {
	courseId: string;
	subjects: readonly Subject[];
}

/** The subjects of a course in their order, with how much is in each. */
export const CourseSubjects = ({ courseId, subjects }: CourseSubjectsProps) =>
	subjects.length === 0 ? (
		<None
			words="No subjects yet."
			action={
				<LinkButton
					to="/admin/courses/$courseId/subjects/new"
					params={{ courseId }}
					variant="light"
					size="xs"
				>
					Add First Subject
				</LinkButton>
			}
		/>
	) : (
		<Lines label="Subjects of the course">
			{subjects.slice(0, SHOWN).map(({ id, name, stats, published, freeSubject }) => (
				<Line
					key={id}
					name={
						<LinkText to={SUBJECT} params={{ courseId, subjectId: id }} inherit>
							{name}
						</LinkText>
					}
					about={
						[counted(stats.topicCount, 'topic'), counted(stats.paperCount, 'paper')]
							.flat()
							.join(' · ') || 'Empty'
					}
				>
					{freeSubject && <AccessBadge free />}
					{!published && <StatusBadge published={false} />}
				</Line>
			))}
			{subjects.length > SHOWN && (
				<Line
					name={
						<LinkText to={SUBJECTS} params={{ courseId }} inherit>
							{more(subjects.length)}
						</LinkText>
					}
				/>
			)}
		</Lines>
	);

interface CourseExamSetsProps {
	courseId: string;
	examSets: readonly ExamSet[];
}

/** The exam sets of a course, the latest years first. */
export const CourseExamSets = ({ courseId, examSets }: CourseExamSetsProps) => {
	if (examSets.length === 0)
		return (
			<None
				words="No exam sets yet."
				action={
					<LinkButton
						to={EXAM_SET}
						params={{ courseId, examSetId: 'new' }}
						variant="light"
						size="xs"
					>
						Add First Exam Set
					</LinkButton>
				}
			/>
		);
	const latest = examSets.toSorted((a, b) => b.year - a.year).slice(0, SHOWN);
	return (
		<Lines label="Exam sets of the course, by year">
			{latest.map(({ id, name, year, is_published, stats }) => (
				<Line
					key={id}
					name={
						<LinkText to={PAPERS} params={{ courseId, examSetId: id }} inherit>
							{name}
						</LinkText>
					}
					about={[
						...(name.includes(String(year)) ? [] : [year]),
						counted(stats.paperCount, 'paper').at(0) ?? 'No papers',
					].join(' · ')}
				>
					{!is_published && <StatusBadge published={false} />}
				</Line>
			))}
			{examSets.length > SHOWN && (
				<Line
					name={
						<LinkText to={EXAM_SETS} params={{ courseId }} inherit>
							{more(examSets.length)}
						</LinkText>
					}
				/>
			)}
		</Lines>
	);
};
