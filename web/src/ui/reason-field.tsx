import { TextInput } from '@mantine/core';

/** Why somebody decides something; a field of a `PlainForm`. */
export const ReasonField = ({ wrong }: { wrong: string | undefined }) => (
	<TextInput
		name="reason"
		label="Reason"
		description="It stays in the audit trail."
		autoComplete="off"
		required
		error={wrong}
	/>
);
