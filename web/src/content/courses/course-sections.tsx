import { Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import {
	type CourseOverview,
	formatMissingPairs,
} from '#shared/contract/content/course-overview.ts';
import {
	type Course,
	categories,
	courseCounts,
	courses,
} from '#shared/contract/content/courses.ts';
import type { ExamSet } from '#shared/contract/content/exam-sets.ts';
import { fillPath } from '#shared/contract/content/resource.ts';
import { bySlug, mapByKind, slugsInCourse } from '#shared/contract/content/resources.ts';
import type { Subject } from '#shared/contract/content/subjects.ts';
import { auditActions } from '#shared/contract/platform/audit.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import {
	COURSE_COVERAGE,
	EXAM_SET,
	EXAM_SETS,
	PAPERS,
	SUBJECT,
	SUBJECTS,
} from '../../addresses.ts';
import { Facts, FactsLine } from '../../platform/ui/facts.tsx';
import { listCount } from '../../platform/ui/format/counted.ts';
import { Day } from '../../platform/ui/format/day.tsx';
import { useMayEdit } from '../../platform/ui/page/for-editors.tsx';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Line, Lines, ShortLines } from '../../platform/ui/page/section.tsx';
import { ExceptionBadges } from '../../platform/ui/table/badges.tsx';

/** Renders how much a course holds, in words, and the published share as a bar. */
export const CourseFigures = ({ stats }: { stats: Course['stats'] }) => {
	const { subjectCount, topicCount, paperCount, drafts } = stats;
	const all = Object.values(courseCounts).reduce((sum, name) => sum + stats[name], 0);
	if (all === 0)
		return (
			<Text span size="sm" c="dimmed">
				Empty
			</Text>
		);
	const labels = [
		...listCount(subjectCount, 'subject'),
		...listCount(topicCount, 'topic'),
		...listCount(paperCount, 'paper'),
		...listCount(drafts, 'draft'),
	];
	const share = ((all - drafts) / all) * 100;
	// Rounding must not show 100% with drafts left, or 0% with something published.
	const percent =
		drafts === 0 ? 100 : Math.min(99, Math.max(drafts < all ? 1 : 0, Math.round(share)));
	return (
		<Stack gap={6} fz={13} className="tabular">
			<span>{labels.join(' · ')}</span>
			<div role="img" aria-label={`${percent}% published`}>
				<Progress size={4} value={share} color="var(--ufundi-good)" aria-hidden />
			</div>
		</Stack>
	);
};

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
			{({ id, name, stats, published, visible_from, freeSubject }) => (
				<Line
					key={id}
					name={
						<LinkText to={SUBJECT} params={{ courseId, subjectId: id }}>
							{name}
						</LinkText>
					}
					about={
						[listCount(stats.topicCount, 'topic'), listCount(stats.paperCount, 'paper')]
							.flat()
							.join(' · ') || 'Empty'
					}
				>
					<ExceptionBadges published={published} from={visible_from} free={freeSubject} />
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
		label="Exam Sets of the course, by year"
		rows={examSets.toSorted((a, b) => b.year - a.year)}
		most={SHOWN}
		all={linkOptions({ to: EXAM_SETS, params: { courseId } })}
		none={[
			'No exam sets yet.',
			'Add First Exam Set',
			linkOptions({ to: EXAM_SET, params: { courseId, examSetId: 'new' } }),
		]}
	>
		{({ id, name, year, is_published, visible_from, stats }) => (
			<Line
				key={id}
				name={
					<LinkText to={PAPERS} params={{ courseId, examSetId: id }}>
						{name}
					</LinkText>
				}
				about={[
					...(name.includes(String(year)) ? [] : [year]),
					listCount(stats.paperCount, 'paper').at(0) ?? 'No papers',
				].join(' · ')}
			>
				<ExceptionBadges published={is_published} from={visible_from} />
			</Line>
		)}
	</ShortLines>
);

const DRAFTS = { published: 'false' } as const;
const NO_FILE = { without_file: 'true' } as const;
const NO_PAPERS = { without_papers: 'true' } as const;

const getNoun = (word: keyof CourseOverview['drafts']) =>
	word === 'pastpapers' ? 'paper' : bySlug[word].label.toLowerCase();

/** Returns the possible gaps of a course: number, noun, problem, and the list with its filter. */
const listGaps = ({ drafts, without_file, without_papers }: CourseOverview) =>
	[
		[without_file.topics, 'topic', 'without a file', 'topics', NO_FILE],
		[without_file.pastpapers, 'paper', 'without a file', 'pastpapers', NO_FILE],
		[without_papers.examsets, 'exam set', 'without papers', 'examsets', NO_PAPERS],
		...slugsInCourse.map(
			(word) => [drafts[word], getNoun(word), 'in draft', word, DRAFTS] as const,
		),
	] as const;

/** Returns the title of the gaps of a course. They are tasks only for people who may edit. */
export const useGapsTitle = () => (useMayEdit() ? 'To do' : 'Gaps');

interface CourseGapsProps {
	courseId: string;
	overview: CourseOverview;
	/** Whether the course has any content. */
	hasContent: boolean;
}

/** Lists the gaps and drafts of a course, each with a link to the filtered list. */
export const CourseGaps = ({ courseId, overview, hasContent }: CourseGapsProps) => {
	const [mayEdit, title] = [useMayEdit(), useGapsTitle()];
	const gaps = listGaps(overview).filter(([count]) => count > 0);
	const { missing, of: pairs } = overview.coverage ?? { missing: 0, of: 0 };
	if (gaps.length === 0 && missing === 0)
		return (
			<Text size="sm" c="dimmed">
				{hasContent
					? 'Everything is published and has its files.'
					: mayEdit
						? 'Add a subject for topics, or an exam set for past papers.'
						: 'This course is empty.'}
			</Text>
		);
	return (
		<Lines label={title}>
			{missing > 0 && (
				<Line
					name={
						<LinkText to={COURSE_COVERAGE} params={{ courseId }}>
							{formatMissingPairs(missing, pairs)}
						</LinkText>
					}
				/>
			)}
			{gaps.map(([count, noun, problem, list, search]) => (
				<Line
					key={`${noun} ${problem}`}
					name={
						<LinkText to={`/admin/${list}`} search={{ course_id: courseId, ...search }}>
							{formatCount(count, noun)} {problem}
						</LinkText>
					}
				/>
			))}
		</Lines>
	);
};

type Changed = CourseOverview['changed'][number];

const kinds = mapByKind(({ label, path, param }) => ({ label, path: `${path}/:${param}`, param }));

/** Returns the console path of an item: the API path below `/admin`. An item names only its direct parent. */
const buildAddress = (courseId: string, { kind, id, parent_id }: Changed) => {
	const { path, param } = kinds[kind];
	const parentId = parent_id ?? '';
	const place = { courseId, subjectId: parentId, examSetId: parentId, [param]: id };
	return `/admin${fillPath(path, place)}`;
};

const actionLabels: Readonly<Record<string, string>> = {
	...auditActions,
	unpublish: 'Unpublished',
};

/** The verb of a change by its action in the audit trail, if not 'Changed'. */
const changeWords: Readonly<Record<string, string>> = {
	create: 'Added',
	publish: 'Published',
	unpublish: 'Unpublished',
	restore: 'Restored',
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
					name={<LinkText to={buildAddress(courseId, item) as '/'}>{item.name}</LinkText>}
					about={
						<>
							{changeWords[item.action ?? ''] ?? 'Changed'}{' '}
							{[kinds[item.kind].label.toLowerCase(), names.get(item.parent_id ?? '')]
								.filter(Boolean)
								.join(' in ')}
							{` · ${actionLabels[item.action ?? 'update'] ?? item.action} `}
							<Day at={item.updated_at} />
							{item.by && ` · ${item.by.name}`}
						</>
					}
				/>
			))}
		</Lines>
	);

/** Placeholder of an empty field. */
const NONE = '—';

/** Renders the fields of a course, read-only. */
export const CourseDetails = ({ course }: { course: Course }) => {
	const shown: Partial<Record<keyof typeof courses.labels, string | number>> = {
		description: course.description ?? NONE,
		category_id: categories[course.category_id],
		duration: course.duration ?? NONE,
		price: course.price === null ? NONE : formatWhole(course.price),
		order_num: course.order_num,
		...(course.external_id !== null && { external_id: course.external_id }),
	};
	const named = Object.entries(shown).map(([field, value]) => [
		courses.labels[field as keyof typeof shown],
		value,
	]);
	const { name, description } = courses.labels;
	return (
		<>
			{/* The strip shows the name. */}
			<VisuallyHidden>
				<FactsLine of={{ [name]: course.name }} />
			</VisuallyHidden>
			<Facts cols={2} mt={0} wide={[description]} of={Object.fromEntries(named)} />
		</>
	);
};
