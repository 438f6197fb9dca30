import { onDemand } from '../../ui/on-demand.tsx';

/** The dialog over the subjects, fetched when it first opens. */
export const [SubjectDialog, prepareSubjectDialog] = onDemand(
	'subject dialog',
	async () => (await import('./subject-dialog.tsx')).SubjectDialog,
);
