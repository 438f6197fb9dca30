import { Input, SegmentedControl, Select, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import type { Values } from '../form/entry.ts';
import { type FieldProps, useField } from './use-field.ts';

interface ChoiceProps<V extends Values> extends FieldProps<V> {
	label: string;
	/** The values and the words for them. No value is the empty text: nothing chosen is null. */
	options: Readonly<Record<string, string>>;
	placeholder?: string;
	required?: boolean;
	/** An optional choice can be taken back. */
	clearable?: boolean;
	searchable?: boolean;
}

/** One of several. */
export const ChoiceField = <V extends Values>({ label, options, ...props }: ChoiceProps<V>) => {
	const { value, set, input } = useField(props, label, (chosen) =>
		chosen === null ? 'Nothing' : (options[String(chosen)] ?? String(chosen)),
	);
	return (
		<Select
			{...input}
			value={value as string | null}
			onChange={(chosen) => set(chosen)}
			data={Object.entries(options).map(([each, words]) => ({ value: each, label: words }))}
			placeholder={input.placeholder ?? props.placeholder ?? 'Choose one'}
			required={props.required ?? false}
			clearable={(props.clearable ?? false) && !input.readOnly}
			searchable={props.searchable ?? false}
			clearButtonProps={{ 'aria-label': `Clear ${label}` }}
		/>
	);
};

interface SwitchProps<V extends Values> extends FieldProps<V> {
	label: string;
	description?: string;
}

const onOff = (on: unknown) => (on ? 'On' : 'Off');

/** On or off. */
export const SwitchField = <V extends Values>({ label, description, ...props }: SwitchProps<V>) => {
	const { value, set, input } = useField(props, label, onOff);
	const { readOnly, ...rest } = input;
	return (
		<Switch
			{...rest}
			checked={value === true}
			onChange={(event) => !readOnly && set(event.currentTarget.checked)}
			description={description}
		/>
	);
};

interface TwoProps<V extends Values> extends FieldProps<V> {
	label: string;
	/** The words for off and on: ['Draft', 'Published']. */
	words: readonly [string, string];
}

/** Off or on, both in words. */
const TwoWayField = <V extends Values>({ label, words, ...props }: TwoProps<V>) => {
	const id = useId();
	const [off, on] = words;
	const { value, set, input } = useField(props, label, (is) => (is ? on : off));
	if (props.entry.readOnly) {
		return (
			<Input.Wrapper label={label} labelElement="div" className={input.className}>
				<Text>{value ? on : off}</Text>
			</Input.Wrapper>
		);
	}
	return (
		<Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={input.error}>
			<div>
				<SegmentedControl
					aria-labelledby={id}
					value={value ? 'on' : 'off'}
					onChange={(chosen) => set(chosen === 'on')}
					data={[
						{ value: 'off', label: off },
						{ value: 'on', label: on },
					]}
					readOnly={input.readOnly}
				/>
			</div>
		</Input.Wrapper>
	);
};

/** Status: Draft or Published. */
export const StatusField = <V extends Values>(props: FieldProps<V>) => (
	<TwoWayField label="Status" words={['Draft', 'Published']} {...props} />
);

/** Access: Premium or Free. */
export const AccessField = <V extends Values>(props: FieldProps<V>) => (
	<TwoWayField label="Access" words={['Premium', 'Free']} {...props} />
);
