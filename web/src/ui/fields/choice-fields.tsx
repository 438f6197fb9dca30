import { Input, NativeSelect, SegmentedControl, Switch, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { Values } from '../form/resource-form.ts';
import { type FieldProps, useField } from './use-field.ts';

/** The option for an empty choice; no value has this name. */
const NOTHING = 'none';

interface ChoiceProps<V extends Values> extends FieldProps<V> {
	/** Texts by value; an empty choice is null. */
	options: Readonly<Record<string, string>>;
	/** Text of an empty choice. */
	placeholder?: string;
	required?: boolean;
}

/** Renders a native select; an optional choice can be cleared. */
export const ChoiceField = <V extends Values>({ options, ...props }: ChoiceProps<V>) => {
	const { placeholder = 'Choose one', required = false } = props;
	const { value, set, input } = useField(props);
	const chosen = value as string | null;
	const { readOnly, ...rest } = input;
	if (props.form.readOnly)
		return <TextInput {...input} value={chosen === null ? '' : (options[chosen] ?? chosen)} />;
	return (
		<NativeSelect
			{...rest}
			value={chosen ?? NOTHING}
			onChange={({ currentTarget }) =>
				!readOnly && set(currentTarget.value === NOTHING ? null : currentTarget.value)
			}
			data={[
				{ value: NOTHING, label: placeholder, disabled: required && chosen !== null },
				...Object.entries(options).map(([each, words]) => ({ value: each, label: words })),
			]}
			required={required}
		/>
	);
};

/** Renders a switch. */
export const SwitchField = <V extends Values>(props: FieldProps<V>) => {
	const { value, set, input } = useField(props);
	const { readOnly, ...rest } = input;
	return (
		<Switch
			{...rest}
			checked={value === true}
			onChange={(event) => !readOnly && set(event.currentTarget.checked)}
		/>
	);
};

interface TwoProps<V extends Values> extends FieldProps<V> {
	/** Texts for off and on: ['Draft', 'Published']. */
	words: readonly [string, string];
}

/** Renders a choice between two states, both as text. */
const TwoWayField = <V extends Values>({ words, ...props }: TwoProps<V>) => {
	const id = useId();
	const [off, on] = words;
	const { value, set, input } = useField(props);
	if (props.form.readOnly) {
		return (
			<Input.Wrapper label={input.label} labelElement="div" className={input.className}>
				<Text>{value ? on : off}</Text>
			</Input.Wrapper>
		);
	}
	return (
		<Input.Wrapper label={input.label} labelElement="div" labelProps={{ id }} error={input.error}>
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

/** Renders the status: Draft or Published. */
export const StatusField = <V extends Values>(props: FieldProps<V>) => (
	<TwoWayField words={['Draft', 'Published']} {...props} />
);

/** Renders the access: Premium or Free. */
export const AccessField = <V extends Values>(props: FieldProps<V>) => (
	<TwoWayField words={['Premium', 'Free']} {...props} />
);
