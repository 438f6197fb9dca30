import {
	Input,
	NativeSelect,
	type NativeSelectProps,
	Radio,
	type RadioGroupProps,
	SegmentedControl,
	Stack,
	Switch,
	Text,
	TextInput,
} from '@mantine/core';
import { useId } from 'react';
import {
	type KeyRole,
	keyRoleNames,
	keyRoles,
	roleNames,
} from '#shared/contract/platform/access.ts';
import { inactive } from '../controls.tsx';
import { isPublishField, usePublishLock } from '../page/editors-only.ts';
import { type FieldProps, useField } from './use-field.ts';
import { UNSET, useFieldError, useFormContext } from './use-form.ts';

type ChoiceFieldProps = Omit<NativeSelectProps, 'data' | keyof FieldProps> &
	FieldProps & {
		/** Texts by value. */
		options: Readonly<Record<string, string>>;
		/** Text of an empty choice, which is null in a controlled field and '' in what a native one sends. */
		placeholder?: string;
	};

/** Renders a native select; an optional choice can be cleared. */
export const ChoiceField = ({ options, ...props }: ChoiceFieldProps) => {
	const { isControlled, isReadOnly, value, set, input } = useField(props);
	const { placeholder = isControlled ? 'Choose one' : undefined, ...select } = props;
	const chosen = value as string | null;
	const { readOnly, ...rest } = input;
	if (isReadOnly)
		return <TextInput {...input} value={chosen === null ? '' : (options[chosen] ?? chosen)} />;
	const empty = {
		value: UNSET,
		label: placeholder ?? '',
		disabled: Boolean(props.required) && chosen !== null,
	};
	return (
		<NativeSelect
			{...(isControlled && {
				value: chosen ?? UNSET,
				onChange: ({ currentTarget: { value } }) =>
					!readOnly && set(value === UNSET ? null : value),
			})}
			{...select}
			{...(select.value === '' && { value: UNSET })}
			{...rest}
			data={[
				...(placeholder === undefined ? [] : [empty]),
				...Object.entries(options).map(([each, label]) => ({ value: each, label })),
			]}
		/>
	);
};

/** Renders a native radio group. */
export const RadioField = (props: RadioGroupProps & { name: string }) => (
	<Radio.Group {...props} error={useFieldError(props.name)} errorProps={{ mt: 'xs' }} />
);

const meanings: Record<KeyRole, string> = {
	admin: 'Everything, including people and keys.',
	editor: 'Courses and their content. No payments.',
	author: 'Drafts of content. Editors publish them.',
	finance: 'Payments and statistics. Reads the courses.',
	viewer: 'Reads the courses. No payments.',
	metrics: 'Only reads /metrics.',
	app: 'Access and payments of accounts, for a platform of yours.',
};

interface RoleFieldProps {
	defaultValue?: KeyRole;
	/** Offers the roles of API keys, which never manage people and keys. */
	program?: boolean;
}

/** Renders a choice of roles, each with what it may do. */
export const RoleField = ({ defaultValue, program }: RoleFieldProps) => (
	<RadioField name="role" label="Role" defaultValue={defaultValue ?? null}>
		<Stack gap="sm" mt={6}>
			{(program ? keyRoleNames : roleNames).map((name) => (
				<Radio
					key={name}
					value={name}
					label={keyRoles[name].label}
					description={
						program && name === 'admin' ? 'Everything except people and keys.' : meanings[name]
					}
				/>
			))}
		</Stack>
	</RadioField>
);

/** Renders a switch. One that publishes is disabled for authors, with the reason. */
export const SwitchField = (props: FieldProps) => {
	const { value, set, input } = useField(props);
	const { readOnly, ...rest } = input;
	const { lock: formLock } = useFormContext();
	const publishLock = usePublishLock();
	const lock = isPublishField(props.name) ? publishLock : undefined;
	return (
		<Switch
			{...rest}
			{...((formLock || lock) && inactive)}
			description={formLock ? undefined : lock}
			checked={value === true}
			onChange={(event) => !readOnly && !lock && set(event.currentTarget.checked)}
		/>
	);
};

type TwoWayFieldProps = FieldProps & {
	/** Texts for off and on: ['Draft', 'Published']. */
	words: readonly [string, string];
	description?: string | undefined;
};

/** Renders a choice between two states, both as text. */
const TwoWayField = ({ words, description, ...props }: TwoWayFieldProps) => {
	const id = useId();
	const [offText, onText] = words;
	const { isReadOnly, value, set, input } = useField(props);
	const { label, error, readOnly, className } = input;
	return (
		<Input.Wrapper
			{...{ label, error, className, description }}
			labelElement="div"
			labelProps={isReadOnly ? {} : { id }}
		>
			{isReadOnly ? (
				<Text>{value ? onText : offText}</Text>
			) : (
				<div>
					<SegmentedControl
						aria-labelledby={id}
						value={value ? 'on' : 'off'}
						onChange={(chosen) => set(chosen === 'on')}
						data={[
							{ value: 'off', label: offText },
							{ value: 'on', label: onText },
						]}
						readOnly={readOnly}
					/>
				</div>
			)}
		</Input.Wrapper>
	);
};

/** Renders the status: Draft or Published. */
export const StatusField = (props: FieldProps) => {
	const lock = usePublishLock();
	const { lock: formLock } = useFormContext();
	return (
		<TwoWayField
			words={['Draft', 'Published']}
			description={formLock ? undefined : lock}
			readOnly={lock !== undefined}
			{...props}
		/>
	);
};

/** Renders the access: Premium or Free. */
export const AccessField = (props: FieldProps) => (
	<TwoWayField words={['Premium', 'Free']} {...props} />
);
