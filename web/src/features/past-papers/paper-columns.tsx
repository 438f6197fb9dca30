import { Text } from '@mantine/core';
import type { PastPaper } from '#shared/contract/past-papers.ts';
import { inEastAfrica, STAMP } from '../../ui/dates.ts';
import { FileLink } from '../../ui/file-link.tsx';
import { LinkText } from '../../ui/links.tsx';
import { RowSwitch } from '../../ui/row-switch.tsx';
import { columnsOf } from '../../ui/table/columns.ts';
import { PAPER } from './addresses.ts';

/** Where a past paper lies, for addresses and calls. */
export const placeOf = ({ course_id, examset_id }: PastPaper) => ({
	courseId: course_id,
	examSetId: examset_id,
});

export interface PaperSwitchProps {
	paper: PastPaper;
	field: 'published' | 'free';
	/** What it switches: 'Published'. */
	label: string;
	words?: string;
	toggle: (id: string, change: Partial<Pick<PastPaper, 'published' | 'free'>>) => void;
}

/** One switch of a past paper, in a row or on a card. */
export const PaperSwitch = ({ paper, field, label, words, toggle }: PaperSwitchProps) => (
	<RowSwitch
		on={paper[field]}
		label={`${label}: ${paper.name}`}
		onChange={(on) => toggle(paper.id, { [field]: on })}
		{...(words && { words })}
	/>
);

const column = columnsOf<PastPaper>();

/** The columns of the table of past papers. */
export const paperColumns = (toggle: PaperSwitchProps['toggle']) =>
	column.columns([
		column.accessor('name', {
			header: 'Name',
			meta: { title: true },
			cell: ({ row: { original } }) => (
				<LinkText to={PAPER} params={{ ...placeOf(original), paperId: original.id }} inherit>
					{original.name}
				</LinkText>
			),
		}),
		column.accessor('order_num', { header: 'Order', meta: { numeric: true } }),
		column.accessor('published', {
			header: 'Published',
			enableSorting: false,
			cell: ({ row }) => (
				<PaperSwitch paper={row.original} field="published" label="Published" toggle={toggle} />
			),
		}),
		column.accessor('url', {
			header: 'URL',
			enableSorting: false,
			cell: ({ row: { original } }) =>
				original.url ? (
					<FileLink url={original.url} />
				) : (
					<Text size="sm" c="dimmed">
						None
					</Text>
				),
		}),
		column.accessor('free', {
			header: 'Free',
			enableSorting: false,
			cell: ({ row }) => (
				<PaperSwitch paper={row.original} field="free" label="Free" toggle={toggle} />
			),
		}),
		column.accessor('created_at', {
			header: 'Created',
			cell: ({ row }) => <Stamp at={row.original.created_at} />,
		}),
		column.accessor('updated_at', {
			header: 'Updated',
			enableSorting: false,
			cell: ({ row }) => <Stamp at={row.original.updated_at} />,
		}),
	]);

const Stamp = ({ at }: { at: string }) => (
	<Text component="time" dateTime={at} size="sm" className="tabular">
		{inEastAfrica(at, STAMP)}
	</Text>
);
