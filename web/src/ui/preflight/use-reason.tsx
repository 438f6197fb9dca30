import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';

/** As the contract has it. */
const MAX = 500;

/** Why something is published in spite of what was found: its field, and what is typed in it. */
export const useReason = () => {
	const input = useRef<HTMLInputElement>(null);
	const [typed, type] = useState('');
	const [wrong, setWrong] = useState<string>();
	return {
		reason: typed.trim() || undefined,
		/** Says that there has to be one. */
		demand: () => {
			setWrong('Reason is required');
			input.current?.focus();
		},
		field: (
			<TextInput
				ref={input}
				mt="lg"
				label="Reason to publish all the same"
				description="Kept in the audit trail."
				maxLength={MAX}
				autoComplete="off"
				value={typed}
				error={wrong}
				onChange={({ currentTarget: { value } }) => {
					type(value);
					setWrong(undefined);
				}}
			/>
		),
	};
};
