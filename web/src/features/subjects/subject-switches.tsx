import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { RowBusy } from '../../ui/row-busy.tsx';
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
	return (
		<RowBusy busy={rows.isBusy(id)}>
			<div className={classes.switches}>
				<RowSwitch
					words="Published"
					label={`Published: ${name}`}
					on={published}
					onChange={(on) => rows.toggle(id, { published: on })}
				/>
				<RowSwitch
					words="Free"
					label={`Free: ${name}`}
					on={freeSubject}
					onChange={(on) => rows.toggle(id, { freeSubject: on })}
				/>
			</div>
		</RowBusy>
	);
};
