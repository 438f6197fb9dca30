import { TextInput } from '@mantine/core';
import type { Ref } from 'react';

/** As the contract has it. */
const MAX = 500;

interface ReasonFieldProps {
	ref?: Ref<HTMLInputElement>;
	value: string;
	onChange: (reason: string) => void;
	error?: string | undefined;
}

/** Why something is published in spite of what was found. */
export const ReasonField = ({ onChange, ...rest }: ReasonFieldProps) => (
	<TextInput
		{...rest}
		mt="lg"
		label="Reason to publish all the same"
		description="Kept in the audit trail."
		maxLength={MAX}
		autoComplete="off"
		onChange={({ currentTarget: { value } }) => onChange(value)}
	/>
);
