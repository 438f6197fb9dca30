import { type Subject, subjects } from '#shared/contract/subjects.ts';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { useRowToggle } from '../../ui/use-row-toggle.ts';
import classes from './subjects.module.css';

/** The switches of the subjects of a course. */
export const useSubjectToggle = (courseId: string) =>
	useRowToggle(subjects, { courseId }, 'Failed to update subject');

export interface SubjectSwitchesProps {
	subject: Subject;
	toggle: (id: string, change: Partial<Pick<Subject, 'published' | 'freeSubject'>>) => void;
}

/** Whether a subject is published and free, to change on the spot. */
export const SubjectSwitches = ({ subject, toggle }: SubjectSwitchesProps) => {
	const { id, name, published, freeSubject } = subject;
	return (
		<div className={classes.switches}>
			<RowSwitch
				words="Published"
				label={`Published: ${name}`}
				on={published}
				onChange={(on) => toggle(id, { published: on })}
			/>
			<RowSwitch
				words="Free"
				label={`Free: ${name}`}
				on={freeSubject}
				onChange={(on) => toggle(id, { freeSubject: on })}
			/>
		</div>
	);
};
