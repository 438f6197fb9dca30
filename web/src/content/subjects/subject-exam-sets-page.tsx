import { Text } from '@mantine/core';
import { IconCertificate, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { type ExamSet, examSets } from '#shared/contract/content/exam-sets.ts';
import type { PastPaper } from '#shared/contract/content/past-papers.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import { topics } from '#shared/contract/content/topics.ts';
import { formatWhole } from '#shared/grouped.ts';
import { EXAM_SETS, PAPER, PAPERS } from '../../addresses.ts';
import { buildItemQuery, listQuery } from '../../platform/api/queries.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { Breadcrumb } from '../../platform/ui/page/back-link.tsx';
import { ForEditors } from '../../platform/ui/page/for-editors.tsx';
import { LinkButton, LinkText } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { FileLink } from '../../platform/ui/preview/file-link.tsx';
import { ExceptionBadges } from '../../platform/ui/table/badges.tsx';
import { buildSubjectPapersQuery, filterPapers } from './queries.ts';

const Paper = ({ paper }: { paper: PastPaper }) => {
	const { name, url, published, visible_from, free } = paper;
	const { course_id: courseId, examset_id: examSetId, id: paperId } = paper;
	return (
		<Line
			name={
				<LinkText to={PAPER} params={{ courseId, examSetId, paperId }}>
					{name}
				</LinkText>
			}
			about={url ? <FileLink url={url} brief="kind" /> : 'No file'}
		>
			<ExceptionBadges published={published} from={visible_from} free={free} />
		</Line>
	);
};

interface GroupProps {
	examSet: ExamSet;
	papers: readonly PastPaper[];
	/** Whether the exam set may have more papers that are not loaded. */
	more: boolean;
}

const Group = ({ examSet, papers, more }: GroupProps) => {
	const { id: examSetId, course_id: courseId, name, year, is_published, visible_from } = examSet;
	return (
		<Section
			title={name}
			to={linkOptions({ to: PAPERS, params: { courseId, examSetId } })}
			aside={
				<>
					<ExceptionBadges published={is_published} from={visible_from} />
					<Text size="sm" c="dimmed" ml="auto" className="tabular">
						{name.includes(String(year)) ? '' : year}
					</Text>
				</>
			}
		>
			{papers.length > 0 && (
				<Lines label={name}>
					{papers.map((paper) => (
						<Paper key={paper.id} paper={paper} />
					))}
				</Lines>
			)}
			{papers.length === 0 && !more && (
				<Text size="sm" c="dimmed">
					No papers of this subject.
				</Text>
			)}
		</Section>
	);
};

interface SubjectExamSetsPageProps {
	courseId: string;
	subjectId: string;
}

/** Lists the exam sets of a course, each with its papers of one subject. */
export const SubjectExamSetsPage = ({ courseId, subjectId }: SubjectExamSetsPageProps) => {
	const subject = useQuery(buildItemQuery(subjects, { courseId, subjectId }));
	const sets = useQuery(listQuery(examSets, { courseId }));
	const papers = useQuery(buildSubjectPapersQuery({ courseId, subjectId }));
	const name = subject.data?.name;
	return (
		<Page
			title={name === undefined ? 'Exam Sets' : `Exam Sets for ${name}`}
			shown="Exam Sets"
			subtitle="The exam sets of the course with the papers of this subject"
			back={
				<Breadcrumb of={topics} place={{ courseId, subjectId }} names={{ subject_name: name }} />
			}
		>
			<Loaded query={sets} loading="Loading exam sets...">
				{(rows) =>
					rows.length === 0 ? (
						<Empty
							icon={IconCertificate}
							title="No Exam Sets Yet"
							text="Add exam sets on the page of the course."
							action={
								<ForEditors>
									<LinkButton
										to={EXAM_SETS}
										params={{ courseId }}
										leftSection={<IconPlus size={18} aria-hidden />}
									>
										Add First Exam Set
									</LinkButton>
								</ForEditors>
							}
						/>
					) : (
						<Loaded query={papers} loading="Loading past papers...">
							{({ data, total }) => (
								<>
									{rows.map((examSet) => (
										<Group
											key={examSet.id}
											examSet={examSet}
											papers={data.filter(({ examset_id }) => examset_id === examSet.id)}
											more={data.length < total}
										/>
									))}
									{data.length < total && (
										<LinkButton
											to="/admin/pastpapers"
											search={filterPapers({ courseId, subjectId })}
											variant="default"
											mt="lg"
										>
											All {formatWhole(total)} papers of the subject
										</LinkButton>
									)}
								</>
							)}
						</Loaded>
					)
				}
			</Loaded>
		</Page>
	);
};
