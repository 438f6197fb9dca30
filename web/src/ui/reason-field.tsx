import { TextInput } from '@mantine/core';

interface ReasonFieldProps {
	wrong: string | undefined;
	/** What is proposed: typing takes its place. */
	start?: string | undefined;
	optional?: boolean;
}

/** Why somebody decides something; a field of a `PlainForm`. */
export const ReasonField = ({ wrong, start, optional }: ReasonFieldProps) => (
	<TextInput
		name="reason"
		label="Reason"
		description="It stays in the audit trail."
		autoComplete="off"
		required={!optional}
		defaultValue={start}
		onFocus={(event) => event.currentTarget.select()}
		error={wrong}
	/>
);
