import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { useRowToggle } from '../../ui/use-row-toggle.ts';
import classes from './subjects.module.css';

/** The switches of the subjects of a course. */
export const useSubjectToggle = (courseId: string) =>
	useRowToggle(subjects, { courseId }, 'Failed to update subject');

/** Whether a subject is published and free, to change on the spot. */
export const SubjectSwitches = ({ subject }: { subject: Subject }) => {
	const { id, name, published, freeSubject } = subject;
	const rows = useSubjectToggle(subject.course_id);
	const busy = rows.isBusy(id);
	return (
		<div className={classes.switches}>
			<RowSwitch
				words="Published"
				label={`Published: ${name}`}
				on={published}
				busy={busy}
				onChange={(on) => rows.toggle(id, { published: on })}
			/>
			<RowSwitch
				words="Free"
				label={`Free: ${name}`}
				on={freeSubject}
				busy={busy}
				onChange={(on) => rows.toggle(id, { freeSubject: on })}
			/>
		</div>
	);
};
