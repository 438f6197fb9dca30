import { examSets } from '#shared/contract/exam-sets.ts';
import { useRowToggle } from '../../ui/use-row-toggle.ts';

/** The switches of the exam sets of a course. */
export const useExamSetToggle = (courseId: string) =>
	useRowToggle(examSets, { courseId }, 'Failed to update exam set');
