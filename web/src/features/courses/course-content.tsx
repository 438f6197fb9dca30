import { linkOptions } from '@tanstack/react-router';
import type { ExamSet } from '#shared/contract/exam-sets.ts';
import type { Subject } from '#shared/contract/subjects.ts';
import { EXAM_SET, EXAM_SETS, PAPERS, SUBJECT, SUBJECTS } from '../../addresses.ts';
import { counted } from '../../ui/counted.ts';
import { ExceptionBadges } from '../../ui/list/badges.tsx';
import { LinkText } from '../../ui/page/links.tsx';
import { Line, ShortLines } from '../../ui/page/section.tsx';

/** Maximum rows on the course page; the full list has its own page. */
const SHOWN = 12;

interface CourseSubjectsProps {
	courseId: string;
	subjects: readonly Subject[];
}

/** Lists the subjects of a course in their order, with the number of topics and papers in each. */
export const CourseSubjects = ({ courseId, subjects }: CourseSubjectsProps) => {
	const params = { courseId };
	const add = linkOptions({ to: '/admin/courses/$courseId/subjects/new', params });
	return (
		<ShortLines
			label="Subjects of the course"
			rows={subjects}
			most={SHOWN}
			all={linkOptions({ to: SUBJECTS, params })}
			none={['No subjects yet.', 'Add First Subject', add]}
		>
			{({ id, name, stats, published, freeSubject }) => (
				<Line
					key={id}
					name={
						<LinkText to={SUBJECT} params={{ courseId, subjectId: id }}>
							{name}
						</LinkText>
					}
					about={
						[counted(stats.topicCount, 'topic'), counted(stats.paperCount, 'paper')]
							.flat()
							.join(' · ') || 'Empty'
					}
				>
					<ExceptionBadges published={published} free={freeSubject} />
				</Line>
			)}
		</ShortLines>
	);
};

interface CourseExamSetsProps {
	courseId: string;
	examSets: readonly ExamSet[];
}

/** Lists the exam sets of a course, latest year first. */
export const CourseExamSets = ({ courseId, examSets }: CourseExamSetsProps) => (
	<ShortLines
		label="Exam sets of the course, by year"
		rows={examSets.toSorted((a, b) => b.year - a.year)}
		most={SHOWN}
		all={linkOptions({ to: EXAM_SETS, params: { courseId } })}
		none={[
			'No exam sets yet.',
			'Add First Exam Set',
			linkOptions({ to: EXAM_SET, params: { courseId, examSetId: 'new' } }),
		]}
	>
		{({ id, name, year, is_published, stats }) => (
			<Line
				key={id}
				name={
					<LinkText to={PAPERS} params={{ courseId, examSetId: id }}>
						{name}
					</LinkText>
				}
				about={[
					...(name.includes(String(year)) ? [] : [year]),
					counted(stats.paperCount, 'paper').at(0) ?? 'No papers',
				].join(' · ')}
			>
				<ExceptionBadges published={is_published} />
			</Line>
		)}
	</ShortLines>
);
