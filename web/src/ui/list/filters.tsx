import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { type ListState, useListState } from '../address/list-state.ts';
import classes from './list.module.css';

interface FiltersProps {
	/** What the address calls them. */
	names: readonly (keyof ListState)[];
	/** What they say now makes no sense: they are in sight, since it stands at one of them. */
	wrong?: boolean;
	/** `FilterField`s and the like. */
	children: ReactNode;
}

/** Where the styles have them behind the button. */
const NARROW = '(max-width: 36em)';

/** What narrows a list besides its search: on a phone behind one button, which says how many are set. */
export const Filters = ({ names, wrong = false, children }: FiltersProps) => {
	const [state] = useListState();
	const [wanted, setOpen] = useState<boolean>();
	const open = wanted || wrong;
	const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
	// Once they were in sight they stay, with what was typed.
	const drawn = !narrow || open || wanted !== undefined;
	const id = useId();
	const set = names.filter((name) => state[name] !== undefined).length;
	return (
		<>
			<Button
				className={classes.opener}
				variant="default"
				leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
				aria-expanded={open}
				aria-controls={id}
				onClick={() => setOpen(!open)}
			>
				{set > 0 ? `Filters · ${set}` : 'Filters'}
			</Button>
			<div id={id} className={classes.filters} data-open={open || undefined}>
				{drawn && children}
			</div>
		</>
	);
};

/** Takes away what narrows a list, by the names that the address has for it. */
export const ClearFilters = ({ names }: Pick<FiltersProps, 'names'>) => {
	const [, change] = useListState();
	const clear = () => change(Object.fromEntries(names.map((name) => [name, undefined])));
	return (
		<Button variant="default" onClick={clear}>
			Clear filters
		</Button>
	);
};
