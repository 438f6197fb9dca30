import { Select, type SelectProps } from '@mantine/core';

/** One of so many that typing finds it. */
export const OneOfMany = (props: SelectProps) => (
	<Select
		clearable
		searchable
		// A thousand choices would take their time to open; what is typed finds the rest.
		limit={100}
		{...props}
	/>
);
