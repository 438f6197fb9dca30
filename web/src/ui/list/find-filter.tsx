import { TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usePart } from '../../api/part.ts';
import { type ListState, useListState } from '../list-state.ts';
import classes from './list.module.css';

export interface FindFilterProps {
	/** The name in the address. */
	name: keyof ListState & ('course_id' | 'subject_id' | 'actor');
	/** 'Course'; without a choice it shows `all`. */
	label: string;
	all: string;
	options: Readonly<Record<string, string>>;
	/** Somebody is about to choose: the options are needed now. */
	onWanted: () => void;
	/** What means nothing beside another choice, and so goes with it. */
	clears?: readonly (keyof ListState)[];
	/** Stands in place of options where there are none. */
	nothing?: string;
}

/**
 * Narrows the list on screen to one of many, kept in the address. Most look at a list without it, so
 * what it takes to choose comes when somebody reaches for it; what they have typed by then counts.
 */
export const FindFilter = (props: FindFilterProps) => {
	const { name, label, all, options, onWanted, clears = [], nothing = 'Nothing matches' } = props;
	const [state, change] = useListState();
	const [wanted, setWanted] = useState(false);
	const [typed, setTyped] = useState('');
	const plain = useRef<HTMLInputElement>(null);
	const want = () => {
		setWanted(true);
		onWanted();
	};
	const part = usePart('one of many', () => import('./one-of-many.tsx'), {
		wanted: wanted || state[name] !== undefined,
		patient: true,
	});
	const looks = { className: classes.long, 'aria-label': label, placeholder: all } as const;
	if (!part.data)
		return (
			<TextInput
				{...looks}
				ref={plain}
				role="combobox"
				aria-expanded={false}
				value={typed}
				onChange={(event) => setTyped(event.currentTarget.value)}
				onFocus={want}
				onPointerEnter={want}
				autoComplete="off"
				rightSection={<IconSelector size={16} stroke={1.5} aria-hidden />}
				rightSectionPointerEvents="none"
			/>
		);
	const { OneOfMany } = part.data;
	return (
		<OneOfMany
			{...looks}
			data={Object.entries(options).map(([value, words]) => ({ value, label: words }))}
			value={options[state[name] ?? ''] === undefined ? null : (state[name] ?? null)}
			onChange={(value) =>
				change({
					...Object.fromEntries(clears.map((each) => [each, undefined])),
					[name]: value ?? undefined,
				})
			}
			defaultSearchValue={typed}
			onFocus={onWanted}
			onPointerEnter={onWanted}
			autoFocus={plain.current !== null && document.activeElement === plain.current}
			clearButtonProps={{ 'aria-label': `Clear ${label}` }}
			nothingFoundMessage={nothing}
		/>
	);
};
