import { Spoiler, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditValue } from '#shared/contract/audit.ts';
import { OWN_FILE } from '#shared/contract/fields.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { subjects } from '#shared/contract/subjects.ts';
import { fileQuery } from '../../api/file-info.ts';
import { listQuery } from '../../api/queries.ts';
import { FileLink } from '../files/file-link.tsx';
import { linkWords, valueWords } from './field-words.ts';

const LinkedFile = ({ url }: { url: string }) => {
	const { data: file } = useQuery({ ...fileQuery(url), enabled: OWN_FILE.test(url) });
	return file === null ? `${linkWords(url)}, no longer kept` : <FileLink url={url} />;
};

interface FieldValueProps {
	kind: string;
	/** The name of the column. */
	field: string;
	value: AuditValue;
}

/** Renders the value of a field as the forms show it: a link for a file, 'Nothing' for an empty one. */
export const FieldValue = ({ kind, field, value }: FieldValueProps) => {
	const words = valueWords(kind, field, value);
	if (words === undefined)
		return (
			<Text span inherit fs="italic" c="dimmed">
				Nothing
			</Text>
		);
	if (field === 'url' && typeof value === 'string') return <LinkedFile url={value} />;
	return (
		<Spoiler maxHeight={96} showLabel="Show all" hideLabel="Show less" fz="inherit">
			{words}
		</Spoiler>
	);
};

/** A version holds the id of its subject; the audit trail holds the name as well. */
const SubjectName = ({ id, courseId = '' }: { id: string; courseId: string | undefined }) => {
	const { data } = useQuery(listQuery(subjects, { courseId }));
	if (!data) return '…';
	return data.find((subject) => subject.id === id)?.name ?? 'A deleted subject';
};

interface ItemFieldProps {
	resource: AnyResource;
	/** The ids of the parents of the item. */
	place: { courseId?: string | undefined };
	/** The name of the field in the API. */
	field: string;
	value: unknown;
}

/** Renders the value of a field of an item, as the API returns it. */
export const ItemField = ({ resource, place, field, value }: ItemFieldProps) => {
	const column = resource.columns[field] ?? field;
	if (column === 'subject_id' && typeof value === 'string')
		return <SubjectName id={value} courseId={place.courseId} />;
	return <FieldValue kind={resource.kind} field={column} value={(value ?? null) as AuditValue} />;
};
