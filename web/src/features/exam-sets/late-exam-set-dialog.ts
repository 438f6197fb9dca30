import { onDemand } from '../../ui/on-demand.tsx';

/** The dialog over the exam sets, fetched when it first opens. */
export const [ExamSetDialog, prepareExamSetDialog] = onDemand(
	'exam set dialog',
	async () => (await import('./exam-set-dialog.tsx')).ExamSetDialog,
);
