import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconLayoutGrid, IconTable, type TablerIcon } from '@tabler/icons-react';
import { useListState } from '../address/list-state.ts';
import { useWide } from '../table/shape.ts';
import classes from './list.module.css';

export type View = 'cards' | 'table';

const known = (view: string | undefined): View | undefined =>
	view === 'cards' || view === 'table' ? view : undefined;

/**
 * Whether a list is shown as cards or as a table: what the address says, or what was chosen last for
 * this kind of list, or what suits the width of the screen.
 * @example const [view, setView] = useView('topics');
 */
export const useView = (kind: string) => {
	const [{ view }, change] = useListState();
	const wide = useWide();
	const [chosen, choose] = useLocalStorage<string | undefined>({
		key: `ufundi-view-${kind}`,
		getInitialValueInEffect: false,
	});
	const current = known(view) ?? known(chosen) ?? (wide ? 'table' : 'cards');
	const set = (next: View) => {
		choose(next);
		change({ view: next });
	};
	return [current, set] as const;
};

const option = (value: View, words: string, Icon: TablerIcon) => ({
	value,
	label: (
		<span className={classes.view}>
			<Icon size={16} stroke={1.7} aria-hidden />
			{words}
		</span>
	),
});

const options = [option('cards', 'Cards', IconLayoutGrid), option('table', 'Table', IconTable)];

/** The switch between cards and table. */
export const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
	<SegmentedControl
		aria-label="View"
		data={options}
		value={view}
		onChange={(next) => onChange(next as View)}
	/>
);
