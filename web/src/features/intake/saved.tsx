import { useQueryClient } from '@tanstack/react-query';
import type { Intake, IntakeRow } from '#shared/contract/intake.ts';
import { PAPERS } from '../../addresses.ts';
import { refreshIntakes } from '../../api/intakes.ts';
import { counted, joined } from '../../ui/counted.ts';
import { LinkText } from '../../ui/links.tsx';
import { Line, Lines, Section } from '../../ui/section.tsx';
import { UndoButton } from '../../ui/undo-button.tsx';
import type { Names } from './columns.ts';
import classes from './intake.module.css';

/** The exam sets that saved rows went into, with how many of them. */
const setsOf = (saved: readonly IntakeRow[]) => {
	const sets = new Map<string, { name: string; course: string; count: number }>();
	for (const { values } of saved) {
		const { exam_set, course_id } = values;
		if (!exam_set?.id || course_id === null) continue;
		const { count = 0 } = sets.get(exam_set.id) ?? {};
		sets.set(exam_set.id, { name: exam_set.name, course: course_id, count: count + 1 });
	}
	return [...sets];
};

/** What was made of a batch, where it is now, and the way back. */
export const Saved = ({ intake, names }: { intake: Intake; names: Names }) => {
	const client = useQueryClient();
	const { operation } = intake;
	const saved = intake.rows.filter(({ paper_id }) => paper_id !== null);
	if (saved.length === 0) return null;
	const sets = setsOf(saved);
	const { papers = saved.length, exam_sets = 0, left = 0 } = intake.outcome ?? {};
	const made = joined([...counted(papers, 'paper'), ...counted(exam_sets, 'exam set')]);
	const rest = counted(left, 'row').map((rows) => `, ${rows} left`);
	return (
		<Section
			title={`${made} made as drafts${rest.join('')}`}
			aside={
				operation !== null && (
					<UndoButton
						variant="default"
						operation={operation}
						onOver={() => refreshIntakes(client)}
					/>
				)
			}
		>
			<div className={classes.saved}>
				<Lines label="Exam sets that papers were saved in">
					{sets.map(([examSetId, { name, course, count }]) => (
						<Line
							key={examSetId}
							name={
								<LinkText to={PAPERS} params={{ courseId: course, examSetId }}>
									{name}
								</LinkText>
							}
							about={[names.courses.find(([id]) => id === course)?.[1], counted(count, 'paper')[0]]
								.filter(Boolean)
								.join(' · ')}
						/>
					))}
				</Lines>
			</div>
		</Section>
	);
};
