import { Group, Spoiler, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { subjects } from '#shared/contract/content/subjects.ts';
import type { AuditRow, AuditValue } from '#shared/contract/platform/audit.ts';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import { buildFileQuery } from '../../api/file-info.ts';
import { listQuery } from '../../api/queries.ts';
import { FileLink } from '../preview/file-link.tsx';
import { formatValue, getFieldLabel, linkWords } from './field-words.ts';

const LinkedFile = ({ url }: { url: string }) => {
	const { data: file } = useQuery({ ...buildFileQuery(url), enabled: OWN_FILE.test(url) });
	return file === null ? `${linkWords(url)}, no longer kept` : <FileLink url={url} />;
};

interface FieldValueProps {
	kind: string;
	/** The name of the column. */
	field: string;
	value: AuditValue;
}

/** The longest value that is always shown whole, in characters. */
const SHORT = 200;

/** Renders the value of a field as the forms show it: a link for a file, 'Nothing' for an empty one. */
const FieldValue = ({ kind, field, value }: FieldValueProps) => {
	const words = formatValue(kind, field, value);
	if (words === undefined)
		return (
			<Text span inherit fs="italic" c="dimmed">
				Nothing
			</Text>
		);
	if (field === 'url' && typeof value === 'string') return <LinkedFile url={value} />;
	// A spoiler is a landmark, so short values have none.
	if (words.length <= SHORT) return words;
	return (
		<Spoiler maxHeight={96} showLabel="Show all" hideLabel="Show less" fz="inherit">
			{words}
		</Spoiler>
	);
};

/** Renders the name of a subject by its id, because a version has the id only; the audit trail has the name too. */
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
	return (
		<FieldValue kind={resource.auditKind} field={column} value={(value ?? null) as AuditValue} />
	);
};

interface FieldDiffProps {
	label: string;
	before?: ReactNode;
	after?: ReactNode;
	/** Introduces the two values for screen readers. */
	words?: readonly [before: string, after: string];
}

/** Renders a field with its value before and after a change, or with one value, in a `FieldList`. */
export const FieldDiff = ({ label, before, after, words }: FieldDiffProps) => {
	const [was, now] = words ?? ['Was ', 'Now '];
	const isChange = before !== undefined && after !== undefined;
	return (
		<Group gap="0 16px" align="start">
			<Text component="dt" inherit c="dimmed" w={{ base: '100%', xs: '11rem' }}>
				{label}
			</Text>
			<Group component="dd" gap="0 8px" flex={1} miw={0} style={{ whiteSpace: 'pre-wrap' }}>
				{before !== undefined && (
					<Text
						component="div"
						inherit
						display="flex"
						maw="100%"
						{...(isChange && { c: 'dimmed', td: 'line-through' })}
					>
						<VisuallyHidden>{was}</VisuallyHidden>
						{before}
					</Text>
				)}
				{after !== undefined && (
					<Text component="div" inherit display="flex" maw="100%">
						{isChange && (
							<>
								<Group component="span" align="start" pt={4} pr={8} c="dimmed" aria-hidden>
									<IconArrowRight size={14} />
								</Group>
								<VisuallyHidden>{now}</VisuallyHidden>
							</>
						)}
						{after}
					</Text>
				)}
			</Group>
		</Group>
	);
};

/** Renders a list of `FieldDiff`s. */
export const FieldList = (props: {
	'aria-label'?: string;
	'aria-labelledby'?: string;
	children: ReactNode;
}) => <Stack component="dl" gap={6} mt="xs" fz="sm" {...props} />;

/** Renders each field of an audit row with its value before and after the change. */
export const ChangedFields = ({ row: { item, before, after } }: { row: AuditRow }) => {
	const valueIn = (values: AuditRow['before'], field: string) =>
		values && <FieldValue kind={item.kind} field={field} value={values[field] ?? null} />;
	return (
		<FieldList>
			{Object.keys(after ?? before ?? {}).map((field) => (
				<FieldDiff
					key={field}
					label={getFieldLabel(item.kind, field)}
					before={valueIn(before, field) ?? undefined}
					after={valueIn(after, field) ?? undefined}
				/>
			))}
		</FieldList>
	);
};
