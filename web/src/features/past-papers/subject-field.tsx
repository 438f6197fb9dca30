import { useQuery } from '@tanstack/react-query';
import type { PastPaper } from '#shared/contract/past-papers.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { ChoiceField } from '../../ui/fields/choice-fields.tsx';
import type { ResourceForm, Values } from '../../ui/form/resource-form.ts';

type WithSubject = Values & Pick<PastPaper, 'subject_id'>;

interface SubjectFieldProps<V extends WithSubject> {
	form: ResourceForm<V>;
	courseId: string;
}

/** The subject of the course that a paper is about, if any. */
export const SubjectField = <V extends WithSubject>({ form, courseId }: SubjectFieldProps<V>) => {
	const list = useQuery(listQuery(subjects, { courseId }));
	const options = Object.fromEntries((list.data ?? []).map(({ id, name }) => [id, name]));
	return (
		<ChoiceField
			form={form}
			name="subject_id"
			label="Subject"
			options={options}
			placeholder={list.isPending ? 'Loading subjects...' : 'No subject'}
		/>
	);
};
