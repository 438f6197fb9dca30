import {
	Button,
	CloseButton,
	Group,
	NativeSelect,
	SegmentedControl,
	TextInput,
} from '@mantine/core';
import { useDebouncedCallback, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import {
	IconAdjustmentsHorizontal,
	IconLayoutGrid,
	IconSearch,
	IconTable,
	type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { NAME_MAX } from '#shared/contract/platform/fields.ts';
import { type ListState, useListState } from '../address/list-state.ts';
import { useWide } from '../row.tsx';

/** Renders the row above a list: `SearchField` and `Filters`. */
export const FilterBar = ({ children }: { children?: ReactNode }) => (
	<Group component="search" gap={10} mb={{ base: 8, xs: 12 }} className="optional">
		{children}
	</Group>
);

/** Searches the list on screen while the person types. The text is kept in the address. */
export const SearchField = ({ label }: { label: string }) => {
	const [{ search = '' }, change] = useListState();
	const [text, setText] = useState(search);
	const applied = useRef(search);
	const apply = useDebouncedCallback((next: string) => {
		applied.current = next.trim();
		change({ search: applied.current });
	}, 300);
	useEffect(() => {
		// Ignores its own change of the address: more may have been typed since.
		if (search === applied.current) return;
		applied.current = search;
		apply.cancel();
		setText(search);
	}, [search, apply]);
	const type = (next: string) => {
		setText(next);
		apply(next);
	};
	return (
		<TextInput
			flex={{ base: '8 1 150px', xs: '1 1 180px' }}
			maw={{ xs: 420 }}
			type="search"
			data-search
			aria-label={label}
			placeholder={label}
			maxLength={NAME_MAX}
			value={text}
			onChange={(event) => type(event.currentTarget.value)}
			onBlur={() => apply.flush()}
			leftSection={<IconSearch size={18} aria-hidden />}
			rightSection={
				text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
			}
		/>
	);
};

interface FilterFieldProps {
	/** The name in the address. */
	name: keyof ListState;
	/** 'Status'; without a choice it shows `all`. */
	label: string;
	all: string;
	options: Readonly<Record<string, string>>;
	/** More choices by their own name in the address, where they are `true`. */
	others?: Readonly<Record<string, string>>;
	/** Shows the label above the field. */
	isLabelled?: boolean;
	/** Leaves room for choices of some words. */
	isWide?: boolean;
}

const ALL = 'all';

/** Filters the list on screen by one of a few values. The choice is kept in the address. */
export const FilterField = (props: FilterFieldProps) => {
	const { name, label, all, options, others = {}, isLabelled, isWide } = props;
	const [state, change] = useListState();
	const other = (Object.keys(others) as (keyof ListState)[]).find((each) => state[each] === 'true');
	const chosen = other ?? state[name];
	const known = { ...options, ...others };
	return (
		<NativeSelect
			flex={{ base: isWide ? '1 1 100%' : '1 1 136px', xs: isWide ? '1 1 280px' : '1 1 148px' }}
			maw={{ xs: isWide ? 360 : 190 }}
			{...(isLabelled ? { label } : { 'aria-label': label })}
			data={[
				{ value: ALL, label: all },
				...Object.entries(known).map(([value, words]) => ({ value, label: words })),
			]}
			value={chosen !== undefined && chosen in known ? chosen : ALL}
			onChange={({ currentTarget: { value } }) =>
				change({
					...Object.fromEntries(Object.keys(others).map((each) => [each, undefined])),
					[name]: value === ALL || value in others ? undefined : value,
					...(value in others && { [value]: 'true' }),
				})
			}
		/>
	);
};

interface FiltersProps {
	/** Their names in the address. */
	names: readonly (keyof ListState)[];
	/** Shows the filters on a phone too, because one of them has an error. */
	wrong?: boolean;
	/** `FilterField`s and the like. */
	children: ReactNode;
}

/** Renders the filters of a list. On a phone they are behind one button, which shows how many are set. */
export const Filters = ({ names, wrong = false, children }: FiltersProps) => {
	const [state] = useListState();
	const [wanted, setOpen] = useState(false);
	const id = useId();
	const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
	if (!isPhone) return children;
	const open = wanted || wrong;
	const set = names.filter((name) => state[name] !== undefined).length;
	return (
		<>
			<Button
				flex="none"
				px={12}
				variant="default"
				leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
				aria-expanded={open}
				aria-controls={open ? id : undefined}
				onClick={() => setOpen(!open)}
			>
				{set > 0 ? `Filters · ${set}` : 'Filters'}
			</Button>
			{open && (
				<Group id={id} gap={8} flex="1 1 100%" style={{ gridColumn: '1 / -1' }}>
					{children}
				</Group>
			)}
		</>
	);
};

/** Clears the filters of a list, by their names in the address. */
export const ClearFilters = ({ names }: Pick<FiltersProps, 'names'>) => {
	const [, change] = useListState();
	const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
	return (
		<Button variant="default" onClick={clear}>
			Clear filters
		</Button>
	);
};

export type View = 'cards' | 'table';

const parseView = (view: string | undefined): View | undefined =>
	view === 'cards' || view === 'table' ? view : undefined;

/**
 * Returns whether a list is shown as cards or as a table: from the address, else the last choice for this kind of list,
 * else by the width of the screen.
 * @example const [view, setView] = useView('topics');
 */
export const useView = (kind: string) => {
	const [{ view }, change] = useListState();
	const wide = useWide();
	const [chosen, choose] = useLocalStorage<string | undefined>({
		key: `ufundi-view-${kind}`,
		getInitialValueInEffect: false,
	});
	const current = parseView(view) ?? parseView(chosen) ?? (wide ? 'table' : 'cards');
	const set = (next: View) => {
		choose(next);
		change({ view: next });
	};
	return [current, set] as const;
};

const makeOption = (value: View, words: string, Icon: TablerIcon) => ({
	value,
	label: (
		<Group component="span" gap={6} wrap="nowrap">
			<Icon size={16} stroke={1.7} aria-hidden />
			{words}
		</Group>
	),
});

const options = [
	makeOption('cards', 'Cards', IconLayoutGrid),
	makeOption('table', 'Table', IconTable),
];

/** Renders the switch between cards and table. */
export const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
	<SegmentedControl
		aria-label="View"
		data={options}
		value={view}
		onChange={(next) => onChange(next as View)}
	/>
);
