import { Anchor, Box, Button, Group, Progress, Text } from '@mantine/core';
import { memo, useMemo } from 'react';
import { seriesWords } from '#shared/contract/content/exam-sets.ts';
import { paperKindWords } from '#shared/contract/content/past-papers.ts';
import type { IntakeRow, IntakeValues } from '#shared/contract/papers/intake.ts';
import { formatProgress } from '../../platform/ui/fields/upload-status.tsx';
import { preparePreview } from '../../platform/ui/preview/lazy-preview-body.tsx';
import type { Column } from '../../platform/ui/table/columns.ts';
import { DataTable } from '../../platform/ui/table/data-table.tsx';
import { labels, type Names } from './fields.ts';
import { describeState, findWorst, SeverityIcon } from './problems.tsx';
import type { Sending } from './sending.ts';

/** Renders the first problem of a row whole, or that it is ready. */
const State = ({ row }: { row: IntakeRow }) => {
	const worst = findWorst(row);
	return (
		<Text
			span
			inherit
			miw={{ sm: '12rem' }}
			style={{ overflowWrap: 'anywhere' }}
			c={worst === 'stops' ? 'var(--mantine-color-error)' : worst ? '' : 'dimmed'}
		>
			{worst && (
				<Box component="span" display="inline-flex" mr={4} style={{ verticalAlign: 'text-bottom' }}>
					<SeverityIcon severity={worst} />
				</Box>
			)}
			{describeState(row)}
		</Text>
	);
};

/** Builds a column of a value. On a phone, values are listed only where the row has no problem. */
const makeValueColumn = (
	id: keyof IntakeValues,
	show: (values: IntakeValues) => string,
): Column<IntakeRow> => ({
	id,
	header: labels[id],
	draw: ({ values }) => (
		<Text
			span
			inherit
			className="clamped"
			title={show(values)}
			// The longest names, in the narrowest tables.
			{...(id === 'course_id' && { miw: { sm: '4rem' }, style: { overflowWrap: 'anywhere' } })}
		>
			{show(values)}
		</Text>
	),
	brief: (row) => {
		const text = findWorst(row) ? '' : show(row.values);
		return text !== '' && <span>{text}</span>;
	},
});

const makeColumns = (
	names: Names,
	withCourse: boolean,
	onEdit: (id: string) => void,
): Column<IntakeRow>[] => [
	{
		id: 'file',
		header: 'File',
		title: true,
		draw: ({ id, path, file }) => (
			<Anchor
				component="button"
				type="button"
				inherit
				ta="start"
				fw={500}
				miw={{ sm: '10rem' }}
				className="clamped"
				style={{ overflowWrap: 'anywhere' }}
				title={path}
				onPointerEnter={preparePreview}
				onClick={() => onEdit(id)}
			>
				{file.name}
			</Anchor>
		),
	},
	{
		id: 'problems',
		header: 'Problems',
		draw: (row) => <State row={row} />,
		brief: (row) => (findWorst(row) || describeState(row) !== 'Ready') && <State row={row} />,
	},
	...(withCourse
		? [
				makeValueColumn(
					'course_id',
					({ course_id }) => names.courses.find(([id]) => id === course_id)?.[1] ?? '',
				),
			]
		: []),
	makeValueColumn(
		'subject_id',
		({ course_id, subject_id }) =>
			names.subjectsOf(course_id).find(({ id }) => id === subject_id)?.name ?? '',
	),
	makeValueColumn('series', ({ year, series }) =>
		[series && seriesWords[series], year].filter(Boolean).join(' '),
	),
	makeValueColumn('exam_set', ({ exam_set }) =>
		exam_set === null ? '' : `${exam_set.id === null ? 'New: ' : ''}${exam_set.name}`,
	),
	makeValueColumn('name', ({ name }) => name ?? ''),
	makeValueColumn('codes', ({ codes }) => codes.join(', ')),
	makeValueColumn('kind', ({ kind }) => (kind === 'paper' ? '' : paperKindWords[kind])),
];

interface IntakeTableProps {
	rows: readonly IntakeRow[];
	names: Names;
	/** The rows are in several courses. */
	withCourse: boolean;
	onEdit: (id: string) => void;
}

/** Renders the rows of an upload. */
export const IntakeTable = memo(({ rows, names, withCourse, onEdit }: IntakeTableProps) => {
	const columns = useMemo(
		() => makeColumns(names, withCourse, onEdit),
		[names, withCourse, onEdit],
	);
	const named = useMemo(() => rows.map((row) => ({ ...row, name: row.file.name })), [rows]);
	return <DataTable label="Files of this upload" columns={columns} rows={named} />;
});

/** Describes the state of a file that is not a row yet. */
const uploadState = ({ step, progress, file, words }: Sending) => {
	if (words) return [words.message, words.hint].filter(Boolean).join(' ');
	if (progress?.step === 'waiting')
		return progress.cause === 'offline'
			? 'Offline. Continues when you are back online.'
			: 'Connection lost. Retrying…';
	if (step === 'arrived') return 'Uploaded';
	return progress ? formatProgress(progress, file.size) : 'Waiting';
};

interface UploadLineProps {
	file: Sending;
	onDrop: (key: string) => void;
}

const UploadLine = memo(({ file, onDrop }: UploadLineProps) => {
	const { step, path, file: content, progress } = file;
	const failed = step === 'failed' || step === 'refused';
	return (
		<Group component="li" gap="4px 12px" px={{ base: 'sm', sm: 20 }} py={6}>
			<Text size="sm" c="dimmed" flex="1 1 10rem" miw={0} truncate title={path}>
				{content.name}
			</Text>
			{step === 'sending' && (
				<Progress
					w={120}
					flex="none"
					value={((progress?.sent ?? 0) / content.size) * 100}
					aria-label={`Uploading ${content.name}`}
				/>
			)}
			<Text size="sm" c={failed ? 'var(--mantine-color-error)' : 'dimmed'} className="tabular">
				{uploadState(file)}
			</Text>
			<Button
				variant="subtle"
				size="compact-xs"
				aria-label={`Remove ${path}`}
				onClick={() => onDrop(file.key)}
			>
				Remove
			</Button>
		</Group>
	);
});

interface UploadListProps extends Omit<UploadLineProps, 'file'> {
	files: readonly Sending[];
}

/** Lists the files that are being uploaded or were refused, with progress and Remove. */
export const UploadList = ({ files, onDrop }: UploadListProps) =>
	files.length > 0 && (
		<Box component="ul" className="boxed ruled" aria-label="Files not uploaded yet" mt="sm">
			{files.map((file) => (
				<UploadLine key={file.key} file={file} onDrop={onDrop} />
			))}
		</Box>
	);
