import { useQuery } from '@tanstack/react-query';
import type { PastPaper } from '#shared/contract/past-papers.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { listQuery } from '../../api/queries.ts';
import { ChoiceField } from '../../ui/fields/choice-fields.tsx';
import type { Entry, Values } from '../../ui/form/entry.ts';

type WithSubject = Values & Pick<PastPaper, 'subject_id'>;

interface SubjectFieldProps<V extends WithSubject> {
	entry: Entry<V>;
	courseId: string;
}

/** The subject of the course that a paper is about, if any. */
export const SubjectField = <V extends WithSubject>({ entry, courseId }: SubjectFieldProps<V>) => {
	const list = useQuery(listQuery(subjects, { courseId }));
	const options = Object.fromEntries((list.data ?? []).map(({ id, name }) => [id, name]));
	return (
		<ChoiceField
			entry={entry}
			name="subject_id"
			label="Subject"
			options={options}
			placeholder={list.isPending ? 'Loading subjects...' : 'No subject'}
		/>
	);
};
