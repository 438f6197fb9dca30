import { Autocomplete, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { IntakeField, IntakeRow, IntakeValues } from '#shared/contract/intake.ts';
import { grouped } from '#shared/grouped.ts';
import { Modal } from '../../ui/dialog/modal.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { PreviewButton } from '../../ui/preview/preview-button.tsx';
import { picked } from './cell-changes.ts';
import { type Column, columns, emptied, type Names, readTexts, source } from './columns.ts';
import classes from './intake.module.css';
import { Problems } from './row-details.tsx';

interface RowDialogProps extends Opened {
	/** The row that is edited, or those that are set alike. */
	rows: readonly IntakeRow[];
	names: Names;
	/** `course` is the one that a subject was chosen of. */
	onSave: (values: Partial<IntakeValues>, course: string | null) => void;
}

type Texts = { readonly [Field in IntakeField]?: string };

const fields = [...columns, source];

/** What stands in the form at first: what all rows have alike; of the rest nothing does. */
const startOf = (rows: readonly IntakeRow[]) => {
	const [first = emptied, ...others] = rows.map(({ values }) => values);
	const alike = fields
		.map(({ field }) => field)
		.filter((field) =>
			others.every((each) => JSON.stringify(each[field]) === JSON.stringify(first[field])),
		);
	return { alike, before: { ...emptied, ...picked(first, alike) } };
};

interface FieldProps {
	column: Column;
	text: string;
	values: IntakeValues;
	names: Names;
	wrong: string | undefined;
	many: boolean;
	onChange: (text: string) => void;
}

const Field = ({ column, text, values, names, wrong, many, onChange }: FieldProps) => {
	const props = {
		label: column.label,
		value: text,
		error: wrong,
		autoComplete: 'off',
		// Two of these stand beside each other.
		className: column.width < 9 ? undefined : classes.whole,
		...(many && { placeholder: 'As it is' }),
	};
	const data = column.options && [...new Set(column.options(values, names))];
	if (data && column.few)
		return (
			<NativeSelect
				{...props}
				data={[{ value: '', label: many ? 'As it is' : 'Not set' }, ...data]}
				onChange={({ currentTarget }) => onChange(currentTarget.value)}
			/>
		);
	if (data) return <Autocomplete {...props} data={data} limit={50} onChange={onChange} />;
	return (
		<TextInput
			{...props}
			inputMode={column.numeric ? 'numeric' : 'text'}
			onChange={({ currentTarget }) => onChange(currentTarget.value)}
		/>
	);
};

const Form = ({ rows, names, onSave, onClose }: Omit<RowDialogProps, 'opened'>) => {
	const [{ alike, before }] = useState(() => startOf(rows));
	const [texts, setTexts] = useState<Texts>({});
	const [tried, setTried] = useState(false);
	const many = rows.length > 1;
	const [first] = rows;
	const typed = fields.flatMap((column) => {
		const text = texts[column.field];
		return text === undefined ? [] : [[column, text] as const];
	});
	const { taken, wrong } = readTexts(typed, before, names);
	const values = { ...before, ...taken };
	const shown = (column: Column) =>
		texts[column.field] ?? (alike.includes(column.field) ? column.show(values, names) : '');
	const submit = (event: SyntheticEvent) => {
		event.preventDefault();
		setTried(true);
		if (Object.keys(wrong).length === 0) onSave(taken, values.course_id);
	};
	return (
		<form onSubmit={submit} noValidate>
			<Stack gap="sm">
				{!many && first && <Problems row={first} />}
				{!many && first?.file.type === 'application/pdf' && (
					<div>
						<PreviewButton url={first.file.url} name={first.file.name} size={first.file.size} />
					</div>
				)}
				<div className={classes.fields}>
					{fields.map((column) => (
						<Field
							key={column.field}
							column={column}
							text={shown(column)}
							values={values}
							names={names}
							wrong={tried ? wrong[column.field] : undefined}
							many={many}
							onChange={(text) => setTexts({ ...texts, [column.field]: text })}
						/>
					))}
				</div>
				<Group justify="flex-end" gap="xs">
					<Button variant="default" onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit">{many ? `Set for ${grouped(rows.length)}` : 'Apply'}</Button>
				</Group>
			</Stack>
		</form>
	);
};

/** Edits one row, or sets what is typed for several; what is left alone there stays as it is in each. */
export const RowDialog = ({ opened, ...form }: RowDialogProps) => {
	const [first, ...others] = form.rows;
	return (
		<Modal
			opened={opened}
			onClose={form.onClose}
			title={others.length > 0 ? `Set for ${grouped(others.length + 1)} rows` : first?.file.name}
		>
			<Form {...form} />
		</Modal>
	);
};
