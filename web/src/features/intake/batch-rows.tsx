import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { grouped } from '#shared/grouped.ts';
import { onDemand } from '../../ui/loading/on-demand.tsx';
import { PreviewDialog } from '../../ui/preview/preview-dialog.tsx';
import { createSelection, SelectionContext } from '../../ui/select/selection.ts';
import { useWide } from '../../ui/table/shape.ts';
import { set } from './cell-changes.ts';
import type { Names } from './columns.ts';
import type { Corrections } from './corrections.ts';
import { Foot } from './foot.tsx';
import { createGrid, PROBLEMS } from './grid-state.ts';
import { GridTable } from './grid-table.tsx';
import classes from './intake.module.css';
import { isReady, worstOf } from './problems.ts';
import { RowCards } from './row-cards.tsx';
import { isOnWay, type Sending } from './sending.ts';
import { SendingCards, SendingRows } from './sending-rows.tsx';

const [RowDialog, prepareRow] = onDemand(() => import('./row-dialog.tsx'), 'RowDialog');

interface BatchRowsProps {
	/** Those that are not saved yet. */
	rows: readonly IntakeRow[];
	files: readonly Sending[];
	names: Names;
	corrections: Corrections;
	reading: number;
	saving: boolean;
	onDrop: (key: string) => void;
	onRemove: (ids: readonly string[]) => void;
	onSave: () => void;
	/** Beside the filter: what adds to the batch. */
	end: ReactNode;
}

type Filter = 'all' | 'problems' | 'out';

const filters: Readonly<Record<Filter, (row: IntakeRow) => boolean>> = {
	all: () => true,
	problems: (row) => worstOf(row) !== undefined,
	out: ({ skipped }) => skipped,
};

/** The rows that a filter has found when it was chosen: one that is mended meanwhile stays where it is. */
const useFilter = (rows: readonly IntakeRow[]) => {
	const [filter, setFilter] = useState<Filter>('all');
	const [found, setFound] = useState<ReadonlySet<string>>();
	const shown = useMemo(
		() => (found ? rows.filter(({ id }) => found.has(id)) : rows),
		[rows, found],
	);
	const choose = (next: Filter) => {
		setFilter(next);
		setFound(next === 'all' ? undefined : new Set(rows.filter(filters[next]).map(({ id }) => id)));
	};
	return { filter, shown, choose };
};

/** The rows of a batch, to look at and correct, and what can be done with them. */
export const BatchRows = (props: BatchRowsProps) => {
	const { rows, files, names, corrections, reading, onDrop } = props;
	const [grid] = useState(createGrid);
	const [picked] = useState(createSelection);
	const wide = useWide();
	const { filter, shown, choose } = useFilter(rows);
	const [said, say] = useState('');
	const [preview, setPreview] = useState<IntakeRow>();
	const [editing, setEditing] = useState<readonly IntakeRow[]>();
	// The line may be gone when somebody asks for it.
	useEffect(prepareRow, []);
	const ready = rows.filter(isReady).length;
	const onWay = files.filter(isOnWay).length;
	const count = (of: Filter) => rows.filter(filters[of]).length;
	const edit = useCallback((row: IntakeRow) => setEditing([row]), []);
	const table: ReactNode = wide ? (
		<GridTable
			label="Rows of the batch"
			rows={shown}
			names={names}
			grid={grid}
			corrections={corrections}
			onPreview={setPreview}
			say={say}
		>
			<SendingRows files={files} columns={PROBLEMS} onDrop={onDrop} />
		</GridTable>
	) : (
		<SelectionContext value={picked}>
			<RowCards rows={shown} names={names} onEdit={edit} />
			<SendingCards files={files} onDrop={onDrop} />
		</SelectionContext>
	);
	return (
		<>
			<div className={classes.toolbar}>
				<SegmentedControl
					aria-label="Which rows"
					size="xs"
					value={filter}
					onChange={(next) => choose(next as Filter)}
					data={[
						{ value: 'all', label: `All ${grouped(rows.length)}` },
						{ value: 'problems', label: `${grouped(count('problems'))} with problems` },
						...(count('out') > 0 || filter === 'out'
							? [{ value: 'out', label: `${grouped(count('out'))} left out` }]
							: []),
					]}
				/>
				<p className="quiet">
					{grouped(ready)} ready
					{reading > 0 && ` · ${grouped(reading)} still being read`}
					{onWay > 0 && ` · ${grouped(onWay)} on their way`}
					{files.length > onWay && ` · ${grouped(files.length - onWay)} did not come`}
					{corrections.waiting > 0 && ' · saving corrections…'}
				</p>
				<div className={classes.end}>{props.end}</div>
			</div>
			{table}
			<Foot
				rows={shown}
				names={names}
				grid={grid}
				picked={wide ? undefined : picked}
				ready={ready}
				saving={props.saving}
				onEdit={setEditing}
				onSkip={(ids, skipped) => corrections.correct([{ ids: [...ids], skipped }])}
				onRemove={props.onRemove}
				onSave={props.onSave}
			/>
			<VisuallyHidden role="status">{said}</VisuallyHidden>
			{preview && (
				<PreviewDialog
					opened
					url={preview.file.url}
					name={preview.file.name}
					size={preview.file.size}
					page={1}
					onClose={() => setPreview(undefined)}
				/>
			)}
			<RowDialog
				opened={editing !== undefined}
				rows={editing ?? []}
				names={names}
				onSave={(values, course) => {
					corrections.correct(set(editing ?? [], values, course));
					setEditing(undefined);
				}}
				onClose={() => setEditing(undefined)}
			/>
		</>
	);
};
