import { Group, NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import {
	IconCalendarOff,
	IconCertificate,
	IconDownload,
	IconFileSearch,
	IconPrinter,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { courses } from '#shared/contract/content/courses.ts';
import { type Coverage, formatColumn } from '#shared/contract/papers/coverage.ts';
import { formatWhole } from '#shared/grouped.ts';
import { COVERAGE, EXAM_SETS, SUBJECTS } from '../../addresses.ts';
import { buildItemQuery } from '../../platform/api/queries.ts';
import { useListState } from '../../platform/ui/address/list-state.ts';
import { DialogButton } from '../../platform/ui/dialog/dialog-button.tsx';
import { saveFile } from '../../platform/ui/files/save-file.ts';
import { Empty } from '../../platform/ui/loading/empty.tsx';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { onDemand, useLast } from '../../platform/ui/loading/on-demand.tsx';
import { RowMenu } from '../../platform/ui/menu/menu.tsx';
import { ForEditors } from '../../platform/ui/page/for-editors.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { CoverageGrid, type GridCell, StateIcon, StateIconSymbols } from './coverage-grid.tsx';
import { buildCoverageQuery } from './coverage-query.ts';
import { formatMissing, listCounts, NO_SUBJECT, stateWords, toCsv } from './words.ts';

const [CellDialog] = onDemand(() => import('./cell-dialog.tsx'), 'CellDialog');
const Marking = onDemand(() => import('./series-dialog.tsx'), 'SeriesDialog');

/** Returns only the columns of one year, for narrow screens. */
const filterByYear = ({ columns, rows, totals }: Coverage, year: number): Coverage => {
	const isOf = (_: unknown, index: number) => columns[index]?.year === year;
	return {
		columns: columns.filter(isOf),
		rows: rows.map(({ subject, cells }) => ({ subject, cells: cells.filter(isOf) })),
		totals,
	};
};

const listYearOptions = (coverage: Coverage) =>
	[...new Set(coverage.columns.map(({ year }) => year))].map((year) => {
		const cells = filterByYear(coverage, year).rows.flatMap((row) => row.cells);
		const missing = cells.filter(({ state }) => state === 'missing').length;
		return { value: String(year), label: `${year}${missing > 0 ? `, ${missing} missing` : ''}` };
	});

const Totals = ({ coverage }: { coverage: Coverage }) => (
	<Group component="ul" gap="6px 18px" mb="sm" fz="sm" aria-label="Totals">
		<Text component="li" inherit fw={600}>
			{formatMissing(coverage)}
		</Text>
		{listCounts(coverage).map(([state, count]) => (
			<Group key={state} component="li" gap={6}>
				<StateIcon state={state} />
				{stateWords[state]} <span className="tabular">{formatWhole(count)}</span>
			</Group>
		))}
	</Group>
);

/** Describes the new state of the opened cell; '' if the state is unchanged. */
const describeChange = ({ columns, rows }: Coverage, opened: GridCell | undefined) => {
	if (!opened) return '';
	const row = rows.find(({ subject }) => subject?.id === opened.subject?.id);
	const words = formatColumn(opened.column);
	const cell = row?.cells[columns.findIndex((column) => formatColumn(column) === words)];
	if (!cell?.state || cell.state === opened.cell.state) return '';
	return `${stateWords[cell.state]}: ${opened.subject?.name ?? NO_SUBJECT}, ${words}`;
};

interface SheetProps {
	courseId: string;
	name: string;
	coverage: Coverage;
}

const Sheet = ({ courseId, name, coverage }: SheetProps) => {
	const wide = useWide();
	const [state, change] = useListState();
	const [opening, setOpening] = useState<{ target: GridCell; file?: File | undefined }>();
	const lastOpening = useLast(opening);
	const years = listYearOptions(coverage);
	const year = years.find(({ value }) => value === state.year) ?? years[0];
	const shown = wide || !year ? coverage : filterByYear(coverage, Number(year.value));
	return (
		<>
			<StateIconSymbols />
			<Totals coverage={coverage} />
			{!wide && years.length > 1 && (
				<NativeSelect
					label="Year"
					data={years}
					value={year?.value ?? ''}
					onChange={({ currentTarget }) => change({ year: currentTarget.value })}
					mb="sm"
				/>
			)}
			<CoverageGrid
				courseId={courseId}
				label={`Coverage of ${name}`}
				coverage={shown}
				onOpen={(target, file) => setOpening({ target, file })}
			/>
			<CellDialog
				courseId={courseId}
				opened={opening !== undefined}
				onClose={() => setOpening(undefined)}
				opening={lastOpening}
			/>
			<VisuallyHidden role="status">{describeChange(coverage, lastOpening?.target)}</VisuallyHidden>
		</>
	);
};

/** Renders the papers of a course by subject and series. */
export const CoveragePage = ({ courseId }: { courseId: string }) => {
	const place = { courseId };
	const course = useQuery(buildItemQuery(courses, place));
	const coverage = useQuery(buildCoverageQuery(courseId));
	const name = course.data?.name ?? 'this course';
	const isEmpty = !coverage.data?.rows.length || !coverage.data.columns.length;
	return (
		<Page
			actions={
				<ForEditors>
					<DialogButton
						part={Marking}
						dialog={place}
						variant="default"
						leftSection={<IconCalendarOff size={18} aria-hidden />}
					>
						Not held
					</DialogButton>
				</ForEditors>
			}
			more={
				<RowMenu
					label="More actions"
					actions={[
						...(coverage.data && !isEmpty
							? [
									{
										words: 'Download CSV',
										icon: IconDownload,
										onClick: () =>
											saveFile([toCsv(coverage.data)], `coverage ${name}.csv`, 'text/csv'),
									},
									{ words: 'Print', icon: IconPrinter, onClick: () => window.print() },
								]
							: []),
						{ words: 'All courses', icon: IconFileSearch, link: linkOptions({ to: COVERAGE }) },
					]}
				/>
			}
		>
			<Loaded query={coverage} loading="Loading coverage..." fallback="Failed to load the coverage">
				{(data) =>
					isEmpty ? (
						<Empty
							icon={IconCertificate}
							title="Nothing to cover yet"
							text="Coverage shows the papers of each subject in each series. Add a subject and an exam set first."
							action={
								<LinkButton
									to={data.rows.length ? EXAM_SETS : SUBJECTS}
									params={place}
									variant="default"
								>
									{data.rows.length ? 'Exam Sets' : 'Subjects'}
								</LinkButton>
							}
						/>
					) : (
						<Sheet courseId={courseId} name={name} coverage={data} />
					)
				}
			</Loaded>
		</Page>
	);
};
