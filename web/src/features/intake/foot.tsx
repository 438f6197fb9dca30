import { Button, CloseButton } from '@mantine/core';
import { IconDeviceFloppy, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { grouped } from '#shared/grouped.ts';
import { RowMenu } from '../../ui/menu/menu.tsx';
import { inactive } from '../../ui/rows/row-busy.tsx';
import type { Selection } from '../../ui/select/selection.ts';
import type { Names } from './columns.ts';
import classes from './foot.module.css';
import type { Grid } from './grid-state.ts';
import { RowDetails } from './row-details.tsx';

interface FootProps {
	/** Those on screen. */
	rows: readonly IntakeRow[];
	names: Names;
	grid: Grid;
	/** What is selected where the rows are cards. */
	picked: Selection | undefined;
	/** How many would be saved. */
	ready: number;
	saving: boolean;
	onEdit: (rows: readonly IntakeRow[]) => void;
	onSkip: (ids: readonly string[], skipped: boolean) => void;
	onRemove: (ids: readonly string[]) => void;
	onSave: () => void;
}

const rowsIn = (count: number) => (count === 1 ? 'the row' : `${grouped(count)} rows`);

/** The rows that are selected, in the grid or among cards. */
const useChosen = ({ rows, grid, picked }: FootProps) => {
	const ids = useSyncExternalStore(picked?.subscribe ?? grid.subscribe, () =>
		(picked ? [...picked.now().rows.keys()] : grid.range().rows).join(),
	);
	const chosen = new Set(ids.split(','));
	return rows.filter(({ id }) => chosen.has(id));
};

const Verbs = ({ chosen, ...props }: FootProps & { chosen: readonly IntakeRow[] }) => {
	const count = chosen.length;
	const ids = chosen.map(({ id }) => id);
	const out = chosen.every(({ skipped }) => skipped);
	return (
		<>
			<Button
				variant="light"
				size="xs"
				leftSection={<IconPencil size={16} aria-hidden />}
				onClick={() => props.onEdit(chosen)}
			>
				{count > 1 ? `Set for ${grouped(count)}…` : 'Edit…'}
			</Button>
			<RowMenu
				label={`More for ${rowsIn(count)}`}
				actions={[
					{
						words: out ? `Take ${rowsIn(count)} in again` : `Leave ${rowsIn(count)} out`,
						icon: IconX,
						onClick: () => props.onSkip(ids, !out),
					},
					{
						words: `Remove ${rowsIn(count)} from the batch`,
						icon: IconTrash,
						dangerous: true,
						onClick: () => {
							props.onRemove(ids);
							props.picked?.clear();
						},
					},
				]}
			/>
		</>
	);
};

/** What can be done with the rows that are selected, and with all of the batch: it stays in sight below them. */
export const Foot = (props: FootProps) => {
	const { rows, names, grid, picked, ready, saving } = props;
	const chosen = useChosen(props);
	const count = chosen.length;
	return (
		<section className={classes.foot} aria-label="What can be done">
			<div className={classes.about}>
				{count > 1 || picked ? (
					count > 0 && <strong className="tabular">{grouped(count)} selected</strong>
				) : (
					<RowDetails rows={rows} grid={grid} names={names} />
				)}
			</div>
			<div className={classes.verbs}>
				{count > 0 && <Verbs {...props} chosen={chosen} />}
				{count > 0 && picked ? (
					<CloseButton aria-label="Leave the selection" onClick={picked.clear} />
				) : (
					<Button
						size="sm"
						leftSection={<IconDeviceFloppy size={18} aria-hidden />}
						{...(ready === 0 || saving ? inactive : { onClick: props.onSave })}
					>
						{saving ? 'Saving…' : `Save ${grouped(ready)} as drafts`}
					</Button>
				)}
			</div>
		</section>
	);
};
