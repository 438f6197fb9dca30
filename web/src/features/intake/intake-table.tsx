import { Anchor, Box, Table, Text } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { useWide } from '../../ui/list/row.tsx';
import { SelectAllBox, SelectBox } from '../../ui/list/select-box.tsx';
import { preparePreview } from '../../ui/preview/lazy-preview-body.tsx';
import { columns, courseColumn } from './fields.ts';
import { SeverityIcon } from './problem-list.tsx';
import { stateOf, worstOf } from './problems.ts';
import type { Sending } from './sending.ts';
import { SendingRow } from './sending-row.tsx';
import type { Names } from './use-names.ts';

const BREAK = { overflowWrap: 'anywhere' } as const;

/** Renders the first problem of a row, or that it is ready. */
const State = ({ row }: { row: IntakeRow }) => {
	const worst = worstOf(row);
	return (
		<Text
			span
			size="sm"
			c={worst === 'stops' ? 'var(--mantine-color-error)' : worst ? '' : 'dimmed'}
		>
			{worst && (
				<Box component="span" mr={4} style={{ verticalAlign: 'text-bottom' }}>
					<SeverityIcon severity={worst} />
				</Box>
			)}
			{stateOf(row)}
		</Text>
	);
};

interface RowProps {
	row: IntakeRow;
	names: Names;
	wide: boolean;
	/** The rows are in several courses. */
	withCourse: boolean;
	onEdit: (id: string) => void;
}

const shownColumns = (withCourse: boolean) => [...(withCourse ? [courseColumn] : []), ...columns];

const Row = memo(({ row, names, wide, withCourse, onEdit }: RowProps) => {
	const name = (
		<Anchor
			component="button"
			type="button"
			size="sm"
			ta="start"
			fw={550}
			{...(wide ? { style: BREAK } : { truncate: true, display: 'block', maw: '100%' })}
			title={row.path}
			onPointerEnter={preparePreview}
			onClick={() => onEdit(row.id)}
		>
			{row.file.name}
		</Anchor>
	);
	const texts = shownColumns(withCourse).map(({ show }) => show(row.values, names));
	return (
		<Table.Tr data-row={row.id} opacity={row.skipped ? 0.6 : undefined}>
			<Table.Td>
				<SelectBox row={{ id: row.id, name: row.file.name }} />
			</Table.Td>
			{wide ? (
				<>
					<Table.Td>{name}</Table.Td>
					<Table.Td>
						<State row={row} />
					</Table.Td>
					{texts.map((text, index) => (
						<Table.Td key={index}>{text}</Table.Td>
					))}
				</>
			) : (
				<Table.Td maw={0}>
					{name}
					<Text component="div" size="sm" truncate>
						{worstOf(row) ? <State row={row} /> : texts.filter(Boolean).join(' · ') || stateOf(row)}
					</Text>
				</Table.Td>
			)}
		</Table.Tr>
	);
});

interface IntakeTableProps extends Omit<RowProps, 'row' | 'wide'> {
	rows: readonly IntakeRow[];
	files: readonly Sending[];
	onDrop: (key: string) => void;
}

/** Renders the rows of an upload, and the files that are not uploaded yet below them. */
export const IntakeTable = memo(({ rows, files, onDrop, ...row }: IntakeTableProps) => {
	const wide = useWide();
	const headings = shownColumns(row.withCourse).map(({ heading }) => heading);
	const sending: ReactNode = files.map((file) => (
		<SendingRow
			key={file.key}
			file={file}
			span={wide ? headings.length + 1 : undefined}
			onDrop={onDrop}
		/>
	));
	return (
		<div className="boxed">
			<Table
				aria-label="Files of this upload"
				stickyHeader
				stickyHeaderOffset="var(--ufundi-header)"
				verticalSpacing={6}
				horizontalSpacing="xs"
				bg="var(--ufundi-surface)"
			>
				<Table.Thead>
					<Table.Tr>
						<Table.Th w={40}>
							<SelectAllBox />
						</Table.Th>
						<Table.Th w={wide ? '22%' : undefined}>File</Table.Th>
						{wide && <Table.Th w="18%">Problems</Table.Th>}
						{wide && headings.map((heading) => <Table.Th key={heading}>{heading}</Table.Th>)}
					</Table.Tr>
				</Table.Thead>
				<Table.Tbody>
					{rows.map((each) => (
						<Row key={each.id} row={each} wide={wide} {...row} />
					))}
					{sending}
				</Table.Tbody>
			</Table>
		</div>
	);
});
