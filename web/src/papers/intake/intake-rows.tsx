import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { IntakeRow } from '#shared/contract/papers/intake.ts';
import { formatWhole } from '#shared/grouped.ts';
import { inactive } from '../../platform/ui/controls.tsx';
import { SelectionPaper } from '../../platform/ui/selection/select-box.tsx';
import {
	createSelection,
	SelectionContext,
	useSelected,
} from '../../platform/ui/selection/selection.ts';
import type { Corrections } from './corrections.ts';
import { findSharedValues, type Names } from './fields.ts';
import { IntakeTable, UploadList } from './intake-table.tsx';
import { classifyRow, isReady, sortProblemsFirst } from './problems.tsx';
import { RowDialog, SetDialog } from './row-dialog.tsx';
import { CourseField } from './row-fields.tsx';
import { isUploading, type Sending } from './sending.ts';

interface IntakeRowsProps {
	/** The rows that are not saved yet, by path. */
	rows: readonly IntakeRow[];
	files: readonly Sending[];
	names: Names;
	corrections: Corrections;
	saving: boolean;
	onDrop: (key: string) => void;
	onSave: () => void;
	/** Buttons at the end of the line above the table. */
	end: ReactNode;
}

/** Lists what is ready, wrong, uploading and not uploaded; each file is counted once. */
const summarizeRows = ({ rows, files, corrections }: IntakeRowsProps) => {
	const byState = Map.groupBy(rows, classifyRow);
	// A file whose row has just arrived is still among the files.
	const left = files.filter(({ path }) => !rows.some((row) => row.path === path));
	const uploading = left.filter(isUploading).length;
	const count = (state: ReturnType<typeof classifyRow>) => byState.get(state)?.length ?? 0;
	const counts = [
		[count('warns'), 'to check'],
		[count('stops'), 'with errors'],
		[count('skipped'), 'left out'],
		[count('reading'), 'still being read'],
		[uploading, 'uploading'],
		[left.length - uploading, 'not uploaded'],
	] as const;
	return [
		`${formatWhole(count('ready'))} ready`,
		...counts.flatMap(([count, words]) => (count > 0 ? [`${formatWhole(count)} ${words}`] : [])),
		...(corrections.waiting > 0 ? ['Saving…'] : []),
	].join(' · ');
};

/** Renders the table of an upload, what can be done with selected rows, and the button that saves. */
export const IntakeRows = (props: IntakeRowsProps) => {
	const { rows, names, corrections } = props;
	const [selection] = useState(createSelection);
	const picked = useSelected(selection).rows;
	const selected = rows.filter(({ id }) => picked.has(id));
	const ids = selected.map(({ id }) => id);
	const shown = useMemo(() => sortProblemsFirst(rows), [rows]);
	const latest = useRef(shown);
	latest.current = shown;
	const [setting, setSetting] = useState(false);
	/** Ids in the order in which the dialog was opened: a corrected row keeps its place there. */
	const [order, setOrder] = useState<readonly string[]>();
	const [index, setIndex] = useState(0);
	const edit = useCallback((id: string) => {
		const all = latest.current.map((row) => row.id);
		setOrder(all);
		setIndex(all.indexOf(id));
	}, []);
	const byId = new Map(rows.map((row) => [row.id, row]));
	const { shared, values } = findSharedValues(rows);
	const hasOneCourse = shared.includes('course_id');
	const ready = rows.filter(isReady).length;
	const remove = (some: readonly string[]) => {
		void corrections.remove(some);
		selection.mark(
			some.map((id) => ({ id, name: '' })),
			false,
		);
	};
	return (
		<SelectionContext value={selection}>
			{rows.length > 0 && (
				<CourseField
					names={names}
					clearable={false}
					maw="32rem"
					value={hasOneCourse ? values.course_id : null}
					placeholder={hasOneCourse ? 'Choose the course of all files' : 'Several courses'}
					onChange={(course) =>
						course !== null && corrections.set([...byId.keys()], { course_id: course })
					}
				/>
			)}
			<Group justify="space-between" gap="xs" my="sm">
				<Text size="sm" c="dimmed" className="tabular" role="status">
					{summarizeRows(props)}
				</Text>
				<Group gap="xs">{props.end}</Group>
			</Group>
			{rows.length > 0 && (
				<IntakeTable rows={shown} names={names} withCourse={!hasOneCourse} onEdit={edit} />
			)}
			<UploadList files={props.files} onDrop={props.onDrop} />
			<SelectionPaper>
				<Group justify="flex-end" gap="xs">
					{selected.length > 0 ? (
						<>
							<Text size="sm" fw={600} mr="auto" className="tabular">
								{formatWhole(selected.length)} selected
							</Text>
							<Button
								variant="light"
								leftSection={<IconPencil size={16} aria-hidden />}
								onClick={() => setSetting(true)}
							>
								Set for selected…
							</Button>
							{selected.some(({ skipped }) => skipped) && (
								<Button variant="light" onClick={() => corrections.include(ids)}>
									Include
								</Button>
							)}
							<Button
								variant="subtle"
								color="red"
								leftSection={<IconTrash size={16} aria-hidden />}
								onClick={() => remove(ids)}
							>
								Remove
							</Button>
							<CloseButton aria-label="Clear selection" onClick={selection.clear} />
						</>
					) : (
						<Button
							leftSection={<IconDeviceFloppy size={18} aria-hidden />}
							{...(ready === 0 || props.saving ? inactive : { onClick: props.onSave })}
						>
							{props.saving
								? 'Saving…'
								: `Save ${formatWhole(ready)} as ${ready === 1 ? 'a draft' : 'drafts'}`}
						</Button>
					)}
				</Group>
			</SelectionPaper>
			<RowDialog
				opened={order !== undefined}
				rows={(order ?? []).flatMap((id) => byId.get(id) ?? [])}
				index={index}
				names={names}
				onMove={setIndex}
				onSet={corrections.set}
				onRemove={remove}
				onClose={() => setOrder(undefined)}
			/>
			<SetDialog
				opened={setting}
				rows={selected}
				names={names}
				onSet={(given) => corrections.set(ids, given)}
				onClose={() => setSetting(false)}
			/>
		</SelectionContext>
	);
};
