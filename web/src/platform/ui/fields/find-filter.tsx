import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Course, categories, courses } from '#shared/contract/content/courses.ts';
import { type Subject, subjects } from '#shared/contract/content/subjects.ts';
import { NONE } from '#shared/contract/platform/lists.ts';
import { listQuery } from '../../api/queries.ts';
import { type ListState, useListState } from '../address/list-state.ts';
import { SearchableSelect } from './searchable-select.tsx';

type Names = readonly (readonly [id: string, name: string])[];

interface FindFilterProps<Data> {
	/** The name in the address. */
	name: keyof ListState & ('course_id' | 'subject_id' | 'actor');
	/** 'Course', with the plural 'courses'; without a choice it shows `all`. */
	label: string;
	plural: string;
	all: string;
	/** Loads the choices once the field has the focus or a choice. */
	// biome-ignore lint/suspicious/noExplicitAny: their keys differ
	query: UseQueryOptions<Data, any, Data, any>;
	namesIn: (found: Data) => Names;
	/** Filters that depend on this one and are cleared with it. */
	clears?: readonly (keyof ListState)[];
}

/** Filters the list on screen by one of many values, found by typing. The choice is kept in the address. */
export const FindFilter = <Data,>(props: FindFilterProps<Data>) => {
	const { name, label, plural, all, query, namesIn, clears = [] } = props;
	const [state, change] = useListState();
	const chosen = state[name];
	const [isNeeded, setIsNeeded] = useState(false);
	const { data, isError } = useQuery({ ...query, enabled: isNeeded || chosen !== undefined });
	const options = (data === undefined ? [] : namesIn(data)).map(([value, words]) => ({
		value,
		label: words,
	}));
	// A choice that is not in the list is shown too, so that it can be removed.
	if (chosen !== undefined && !options.some(({ value }) => value === chosen))
		options.push({
			value: chosen,
			label: data === undefined ? 'Loading…' : `Unknown ${label.toLowerCase()}`,
		});
	const emptyText = isError ? `Could not load the ${plural}` : 'Loading…';
	return (
		<SearchableSelect
			flex={{ base: '1 1 100%', xs: '1 1 190px' }}
			maw={{ xs: 320 }}
			aria-label={label}
			placeholder={all}
			data={options}
			value={chosen ?? null}
			onFocus={() => setIsNeeded(true)}
			onChange={(value) =>
				change({
					...Object.fromEntries(clears.map((each) => [each, undefined])),
					[name]: value ?? undefined,
				})
			}
			clearButtonProps={{ 'aria-label': `Clear ${label}` }}
			nothingFoundMessage={data === undefined ? emptyText : 'Nothing matches'}
		/>
	);
};

/** Returns courses by id with their names, and their categories where two courses have the same name. */
export const listCourseNames = (rows: readonly Course[]): Names => {
	const byName = Map.groupBy(rows, ({ name }) => name);
	return rows.map(({ id, name, category_id }) => {
		const isUnique = byName.get(name)?.every((row) => row.category_id === category_id);
		return [id, isUnique ? name : `${name} (${categories[category_id]})`];
	});
};

/** Filters a list across all courses by its course. */
export const CourseFilter = ({ clears = [] }: Pick<FindFilterProps<unknown>, 'clears'>) => (
	<FindFilter
		{...{ name: 'course_id', label: 'Course', plural: 'courses', all: 'All courses', clears }}
		query={listQuery(courses, {})}
		namesIn={listCourseNames}
	/>
);

const listSubjectNames = (found: readonly Subject[]): Names => [
	[NONE, 'No subject'],
	...found.map(({ id, name }) => [id, name] as const),
];

/** Filters a list across all courses by a subject of the chosen course. */
export const SubjectFilter = () => {
	const [{ course_id: courseId }] = useListState();
	if (!courseId) return null;
	return (
		<FindFilter
			key={courseId}
			{...{ name: 'subject_id', label: 'Subject', plural: 'subjects', all: 'All subjects' }}
			query={listQuery(subjects, { courseId })}
			namesIn={listSubjectNames}
		/>
	);
};
