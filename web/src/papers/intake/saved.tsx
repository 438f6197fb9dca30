import { ScrollArea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import type { Intake } from '#shared/contract/papers/intake.ts';
import { PAPERS } from '../../addresses.ts';
import { UndoButton } from '../../platform/ui/delete/undo-operations.tsx';
import { formatDrafts, joinParts, listCount } from '../../platform/ui/format/counted.ts';
import { LinkText } from '../../platform/ui/page/links.tsx';
import { Line, Lines, Section } from '../../platform/ui/page/section.tsx';
import { ItemState, PublishButton } from '../../platform/ui/preflight/publishing.tsx';
import type { Names } from './fields.ts';
import { refreshIntakes } from './intakes.ts';

/** Renders the exam sets that the papers were saved in, each with its publish check, and Undo. */
export const Saved = ({ intake, names }: { intake: Intake; names: Names }) => {
	const client = useQueryClient();
	const { operation } = intake;
	const saved = intake.rows.filter(({ paper_id }) => paper_id !== null);
	if (saved.length === 0) return null;
	const bySet = Map.groupBy(saved, ({ values }) => values.exam_set?.id ?? '');
	const { papers = saved.length, exam_sets = 0, left = 0 } = intake.outcome ?? {};
	const made = [...listCount(papers, 'paper'), ...listCount(exam_sets, 'exam set')];
	const rest = listCount(left, 'row').map((rows) => `, ${rows} left`);
	return (
		<Section
			title={`${joinParts(made)} saved as ${formatDrafts(made)}${rest.join('')}`}
			aside={
				operation !== null && (
					<UndoButton
						variant="default"
						operations={[operation]}
						onOver={() => refreshIntakes(client)}
					>
						Undo saving
					</UndoButton>
				)
			}
		>
			<ScrollArea.Autosize mah="12rem" mb="lg">
				<Lines label="Exam Sets that papers were saved in">
					{[...bySet].map(([examSetId, rows]) => {
						const { course_id, exam_set } = rows[0]?.values ?? {};
						const course = names.courses.find(([id]) => id === course_id)?.[1];
						return (
							<Line
								key={examSetId}
								name={
									<LinkText to={PAPERS} params={{ courseId: course_id ?? '', examSetId }}>
										{exam_set?.name}
									</LinkText>
								}
								about={[course, listCount(rows.length, 'paper')[0]].filter(Boolean).join(' · ')}
							>
								<ItemState resource={examSets} place={{ courseId: course_id ?? '', examSetId }} />
								<PublishButton
									resource={examSets}
									place={{ courseId: course_id ?? '', examSetId }}
									label="Publish Exam Set"
								/>
							</Line>
						);
					})}
				</Lines>
			</ScrollArea.Autosize>
		</Section>
	);
};
