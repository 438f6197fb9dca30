import { Anchor, Box, Button, Group, Progress, Text, type TextProps } from '@mantine/core';
import { memo, useMemo } from 'react';
import { seriesWords } from '#shared/contract/content/exam-sets.ts';
import { paperKindWords } from '#shared/contract/content/past-papers.ts';
import type { IntakeRow } from '#shared/contract/papers/intake.ts';
import { formatProgress } from '../../platform/ui/fields/upload-status.tsx';
import { formatFileSize } from '../../platform/ui/files/file-words.ts';
import { listCount } from '../../platform/ui/format/counted.ts';
import { preparePreview } from '../../platform/ui/preview/lazy-preview-body.tsx';
import { OnlyWide } from '../../platform/ui/row.tsx';
import type { Column } from '../../platform/ui/table/columns.ts';
import { DataTable } from '../../platform/ui/table/data-table.tsx';
import type { Names } from './fields.ts';
import { describeState, findWorst, SeverityIcon } from './problems.tsx';
import type { Sending } from './sending.ts';

/** The look of a second line. */
const quiet = { c: 'dimmed', fz: '0.8125rem', fw: 400 } as const;

/** Renders the first problem of a row whole, or that it is ready. */
const State = ({ row }: { row: IntakeRow }) => {
	const worst = findWorst(row);
	return (
		<Text
			span
			inherit
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

const listFilled = (...texts: (string | false | null | undefined)[]) =>
	texts.flatMap((text) => text || []);

/** Lists the values of a row, empty ones left out. */
const listValues = ({ values }: IntakeRow, names: Names, withCourse: boolean) => {
	const { course_id, subject_id, series, year, exam_set, kind } = values;
	const course = withCourse && names.courses.find(([id]) => id === course_id)?.[1];
	const subject = names.subjectsOf(course_id).find(({ id }) => id === subject_id)?.name;
	return {
		paper: listFilled(
			values.name,
			values.codes.join(', '),
			kind !== 'paper' && paperKindWords[kind],
		),
		series: listFilled(listFilled(series && seriesWords[series], year?.toString()).join(' ')),
		subject: listFilled(listFilled(course, subject).join(' › ')),
		set: listFilled(exam_set && `${exam_set.id === null ? 'New: ' : ''}${exam_set.name}`),
	};
};

/** Renders values in one line, which wraps if they are long. */
const Values = ({ values, ...looks }: { values: readonly string[] } & TextProps) => (
	<Text
		inherit
		lineClamp={3}
		style={{ overflowWrap: 'anywhere' }}
		title={values.join(' · ')}
		{...looks}
	>
		{values.join('\u00a0· ')}
	</Text>
);

const makeColumns = (
	names: Names,
	withCourse: boolean,
	onEdit: (id: string) => void,
): Column<IntakeRow>[] => [
	{
		id: 'file',
		header: 'File',
		title: true,
		draw: ({ id, path, file, inside }) => (
			<>
				<Anchor
					component="button"
					type="button"
					inherit
					ta="start"
					fw={500}
					className="clamped"
					style={{ overflowWrap: 'anywhere' }}
					title={path}
					onPointerEnter={preparePreview}
					onClick={() => onEdit(id)}
				>
					{file.name}
				</Anchor>
				<OnlyWide>
					<Values
						{...quiet}
						values={[formatFileSize(file.size), ...listCount(inside?.pages ?? 0, 'page')]}
					/>
				</OnlyWide>
			</>
		),
	},
	{
		id: 'paper',
		header: 'Paper',
		draw: (row) => {
			const { paper, series, subject, set } = listValues(row, names, withCourse);
			return (
				<>
					<Values values={[...paper, ...series]} />
					<Values {...quiet} values={[...subject, ...set]} />
				</>
			);
		},
		// A phone lists the values only where the row has no problem.
		brief: (row) => {
			if (findWorst(row)) return null;
			const { paper, series, subject, set } = listValues(row, names, withCourse);
			const values = [...subject, ...series, ...set, ...paper];
			return values.map((value, index) => <span key={index}>{value}</span>);
		},
	},
	{
		id: 'problems',
		header: 'Problems',
		// Two lines of a window of 1366 px: the other columns have the rest.
		draw: (row) => (
			<Box maw="21rem" fz="0.8125rem">
				<State row={row} />
			</Box>
		),
		brief: (row) => (findWorst(row) || describeState(row) !== 'Ready') && <State row={row} />,
	},
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
