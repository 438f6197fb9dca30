import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditValue } from '#shared/contract/audit.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { subjects } from '#shared/contract/subjects.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import type { Place } from '../../api/cached-rows.ts';
import { listQuery } from '../../api/queries.ts';
import { LinkedFile } from './differences.tsx';
import { fieldLabel, valueWords } from './field-words.ts';
import { versionTime } from './version-words.ts';
import classes from './versions.module.css';
import { wordDifferences } from './word-differences.tsx';

/** A subject as its course has it: versions hold its id alone. */
const SubjectName = ({ id, courseId = '' }: { id: string; courseId: string | undefined }) => {
	const { data } = useQuery(listQuery(subjects, { courseId }));
	if (!data) return '…';
	return data.find((subject) => subject.id === id)?.name ?? 'A subject that is no longer here';
};

const Nothing = () => (
	<Text span inherit c="dimmed">
		Nothing
	</Text>
);

interface FieldPairProps {
	resource: AnyResource;
	place: Place;
	/** By its name on the wire. */
	field: string;
	older: ItemVersion;
	newer: ItemVersion;
	differs: boolean;
	/** Why it could not be restored. */
	refused: string | undefined;
}

/** What a value is shown as; a text that has words to compare is given as such. */
const useShown = ({ resource, place, field }: FieldPairProps) => {
	const column = resource.columns[field] ?? field;
	const { kind } = resource;
	return {
		label: fieldLabel(kind, column),
		show: (value: unknown): ReactNode => {
			const words = valueWords(kind, column, (value ?? null) as AuditValue);
			if (words === undefined) return <Nothing />;
			if (column === 'subject_id') return <SubjectName id={words} courseId={place.courseId} />;
			return column === 'url' ? <LinkedFile url={String(value)} words={words} /> : words;
		},
	};
};

const comparable = (field: string, a: unknown, b: unknown): [string, string] | undefined =>
	typeof a === 'string' &&
	typeof b === 'string' &&
	['name', 'description', 'source'].includes(field)
		? [a, b]
		: undefined;

/** One field of two versions: what differs side by side, what does not once. */
export const FieldPair = (props: FieldPairProps) => {
	const { field, older, newer, differs, refused } = props;
	const { label, show } = useShown(props);
	const [was, is] = [older.item[field], newer.item[field]];
	const texts = comparable(field, was, is);
	const marked = texts && wordDifferences(...texts);
	if (!differs)
		return (
			<div className={classes.pair}>
				<dt>{label}</dt>
				<dd className={classes.both}>{show(is)}</dd>
			</div>
		);
	return (
		<div className={classes.pair} data-differs>
			<dt>{label}</dt>
			<dd className={classes.older}>
				<VisuallyHidden>On {versionTime(older)}: </VisuallyHidden>
				{marked?.before ?? show(was)}
				{refused && (
					<p className={classes.refused} role="alert">
						{refused}
					</p>
				)}
			</dd>
			<dd className={classes.newer}>
				<VisuallyHidden>On {versionTime(newer)}: </VisuallyHidden>
				{marked?.after ?? show(is)}
			</dd>
		</div>
	);
};
