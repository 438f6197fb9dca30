import { Autocomplete, NativeSelect, type SelectProps, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { now } from '#shared/clock.ts';
import { seriesWords, YEAR_MIN } from '#shared/contract/content/exam-sets.ts';
import { paperKindWords } from '#shared/contract/content/past-papers.ts';
import type { IntakeField, IntakeValues } from '#shared/contract/papers/intake.ts';
import { toYear } from '#shared/east-africa-time.ts';
import { keepEnterInList, SearchableSelect } from '../../platform/ui/fields/searchable-select.tsx';
import { UNSET } from '../../platform/ui/fields/use-form.ts';
import type { Names } from './fields.ts';
import { labels } from './fields.ts';

const KEEP = 'Keep current values';

const toChoices = (words: Readonly<Record<string, string>>) =>
	Object.entries(words).map(([value, label]) => ({ value, label }));

const listYearChoices = (last: number) =>
	Array.from({ length: last - YEAR_MIN + 1 }, (_, index) => {
		const year = String(last - index);
		return { value: year, label: year };
	});

const readCodes = (text: string) => [
	...new Set(
		text
			.replace(/\s*\/\s*/g, '/')
			.split(/[,;\s]+/)
			.filter(Boolean),
	),
];

interface CourseFieldProps extends SelectProps {
	names: Names;
}

/** Renders the choice of a course. */
export const CourseField = ({ names, placeholder = 'Not set', ...props }: CourseFieldProps) => (
	<SearchableSelect
		label={labels.course_id}
		name="course_id"
		data={names.courses.map(([value, label]) => ({ value, label }))}
		placeholder={placeholder}
		nothingFoundMessage="No course matches"
		comboboxProps={{ zIndex: 310 }}
		{...props}
	/>
);

interface RowFieldsProps {
	values: IntakeValues;
	names: Names;
	/** The fields whose value all rows share; with several rows the others can be kept. */
	shared: readonly IntakeField[];
	several: boolean;
	onChange: (given: Partial<IntakeValues>) => void;
}

/** Renders the fields of one row, or of several that get the same values. */
export const RowFields = (props: RowFieldsProps) => {
	const { values, names, shared, several, onChange } = props;
	const [codes, setCodes] = useState(values.codes.join(', '));
	const empty = several ? KEEP : 'Not set';
	const common = (field: IntakeField) => ({
		name: field,
		label: labels[field],
		placeholder: empty,
		autoComplete: 'off',
	});
	const text = (field: 'name' | 'source') => ({
		...common(field),
		value: values[field] ?? '',
		onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
			onChange({ [field]: currentTarget.value || null }),
	});
	const select = (
		field: 'year' | 'series' | 'kind',
		choices: readonly { value: string; label: string }[],
		canBeEmpty = true,
	) => ({
		...common(field),
		data: [...(canBeEmpty ? [{ value: UNSET, label: empty }] : []), ...choices],
		value: (canBeEmpty && field === 'kind' ? UNSET : values[field]) ?? UNSET,
		onChange: ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) =>
			onChange({ [field]: value === UNSET ? null : field === 'year' ? Number(value) : value }),
	});
	const { course_id, exam_set, year } = values;
	const sets = names.setsOf(course_id);
	const inYearFirst = sets.toSorted(
		(a, b) => Number(b.year === year) - Number(a.year === year) || b.year - a.year,
	);
	const setExamSet = (typed: string) => {
		const search = typed.trim().toLowerCase();
		const examSet = sets.find(({ name }) => name.toLowerCase() === search);
		onChange({
			exam_set: search === '' ? null : { id: examSet?.id ?? null, name: examSet?.name ?? typed },
		});
	};
	const lastYear = Math.max(toYear(new Date(now())) + 1, year ?? 0);
	return (
		<>
			<CourseField
				names={names}
				placeholder={empty}
				value={course_id}
				onChange={(id) => onChange({ course_id: id })}
			/>
			<SearchableSelect
				{...common('subject_id')}
				data={names.subjectsOf(course_id).map(({ id, name }) => ({ value: id, label: name }))}
				value={values.subject_id}
				nothingFoundMessage={course_id ? 'No subject matches' : 'Choose a course first'}
				comboboxProps={{ zIndex: 310 }}
				onChange={(id) => onChange({ subject_id: id })}
			/>
			<SimpleGrid cols={2} spacing="sm">
				<NativeSelect {...select('year', listYearChoices(lastYear))} />
				<NativeSelect {...select('series', toChoices(seriesWords))} />
			</SimpleGrid>
			<Autocomplete
				{...common('exam_set')}
				data={[...new Set(inYearFirst.map(({ name }) => name))]}
				limit={50}
				value={exam_set?.name ?? ''}
				{...(exam_set?.id === null && {
					description: 'New: created when the papers are saved',
					inputWrapperOrder: ['label', 'input', 'description'],
				})}
				comboboxProps={{ zIndex: 310 }}
				onKeyDown={keepEnterInList}
				onChange={setExamSet}
			/>
			<TextInput {...text('name')} />
			<SimpleGrid cols={2} spacing="sm">
				<TextInput
					{...common('codes')}
					value={codes}
					onChange={({ currentTarget: { value } }) => {
						setCodes(value);
						onChange({ codes: readCodes(value) });
					}}
				/>
				<NativeSelect
					{...select('kind', toChoices(paperKindWords), several && !shared.includes('kind'))}
				/>
			</SimpleGrid>
			<TextInput {...text('source')} />
		</>
	);
};
