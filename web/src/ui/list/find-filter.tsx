import { TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { usePart } from '../../api/part.ts';
import { type ListState, useListState } from '../address/list-state.ts';
import classes from './list.module.css';

interface FindFilterProps<Data> {
	/** The name in the address. */
	name: keyof ListState & ('course_id' | 'subject_id' | 'actor');
	/** 'Course', of several 'courses'; without a choice it shows `all`. */
	label: string;
	plural: string;
	all: string;
	/** What there is to choose from; asked for once somebody reaches for it, or has chosen. */
	// biome-ignore lint/suspicious/noExplicitAny: their keys differ
	query: UseQueryOptions<Data, any, Data, any>;
	/** By what ids and under which names; always the same function. */
	namesIn: (found: Data) => readonly (readonly [id: string, name: string])[];
	/** What means nothing beside another choice, and so goes with it. */
	clears?: readonly (keyof ListState)[];
}

/**
 * Narrows the list on screen to one of many, kept in the address. Most look at a list without it, so
 * what it takes to choose comes when somebody reaches for it; what they have typed by then counts.
 */
export const FindFilter = <Data,>(props: FindFilterProps<Data>) => {
	const { name, label, plural, all, query, namesIn, clears = [] } = props;
	const [state, change] = useListState();
	const chosen = state[name];
	const [wanted, setWanted] = useState(false);
	const [typed, setTyped] = useState('');
	const plain = useRef<HTMLInputElement>(null);
	const want = () => setWanted(true);
	const { data, isError } = useQuery({ ...query, enabled: wanted || chosen !== undefined });
	const options = useMemo(() => {
		const names = data === undefined ? [] : namesIn(data);
		const found = names.map(([value, words]) => ({ value, label: words }));
		if (chosen === undefined || names.some(([id]) => id === chosen)) return found;
		// A choice that is not in the list still narrows it, so it has to be seen to be taken back.
		const unknown = data === undefined ? 'Loading…' : `Unknown ${label.toLowerCase()}`;
		return [...found, { value: chosen, label: unknown }];
	}, [data, namesIn, chosen, label]);
	const waiting = isError ? `Could not load the ${plural}` : 'Loading…';
	const part = usePart('one of many', () => import('./one-of-many.tsx'), {
		wanted: wanted || chosen !== undefined,
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
			data={options}
			value={chosen ?? null}
			onChange={(value) =>
				change({
					...Object.fromEntries(clears.map((each) => [each, undefined])),
					[name]: value ?? undefined,
				})
			}
			defaultSearchValue={typed}
			autoFocus={plain.current !== null && document.activeElement === plain.current}
			clearButtonProps={{ 'aria-label': `Clear ${label}` }}
			nothingFoundMessage={data === undefined ? waiting : 'Nothing matches'}
		/>
	);
};
