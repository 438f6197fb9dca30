import { VisuallyHidden } from '@mantine/core';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import type { Place } from '../../api/cached-rows.ts';
import { LinkedFile } from './differences.tsx';
import { FieldValue } from './field-value.tsx';
import { versionTime } from './version-words.ts';
import classes from './versions.module.css';
import { wordDifferences } from './word-differences.tsx';

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

const comparable = (field: string, a: unknown, b: unknown): [string, string] | undefined =>
	typeof a === 'string' &&
	typeof b === 'string' &&
	['name', 'description', 'source'].includes(field)
		? [a, b]
		: undefined;

/** One field of two versions: what differs side by side, what does not once. */
export const FieldPair = (props: FieldPairProps) => {
	const { resource, place, field, older, newer, differs, refused } = props;
	const label = resource.labels[field] ?? field;
	const show = (value: unknown) =>
		(resource.columns[field] ?? field) === 'url' && value ? (
			<LinkedFile url={String(value)} />
		) : (
			<FieldValue {...{ resource, place, field, value }} />
		);
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
