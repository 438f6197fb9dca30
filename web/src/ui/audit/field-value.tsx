import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditValue } from '#shared/contract/audit.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { subjects } from '#shared/contract/subjects.ts';
import type { Place } from '../../api/cached-rows.ts';
import { listQuery } from '../../api/queries.ts';
import { valueWords } from './field-words.ts';

/** A subject as its course has it: what is saved holds its id alone. */
const SubjectName = ({ id, courseId = '' }: { id: string; courseId: string | undefined }) => {
	const { data } = useQuery(listQuery(subjects, { courseId }));
	if (!data) return '…';
	return data.find((subject) => subject.id === id)?.name ?? 'A subject that is no longer here';
};

interface FieldValueProps {
	resource: AnyResource;
	place: Place;
	/** By its name on the wire. */
	field: string;
	value: unknown;
}

/** What a field of an item holds, as a person reads it. */
export const FieldValue = ({ resource, place, field, value }: FieldValueProps) => {
	const column = resource.columns[field] ?? field;
	const words = valueWords(resource.kind, column, (value ?? null) as AuditValue);
	if (words === undefined)
		return (
			<Text span inherit c="dimmed">
				Nothing
			</Text>
		);
	return column === 'subject_id' ? <SubjectName id={words} courseId={place.courseId} /> : words;
};
