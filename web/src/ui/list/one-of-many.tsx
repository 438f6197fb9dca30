import { Select, type SelectProps } from '@mantine/core';

/** One of so many that typing finds it. */
export const OneOfMany = (props: SelectProps) => (
	<Select
		clearable
		searchable
		// A thousand choices would take their time to open; what is typed finds the rest.
		limit={100}
		// The list itself scrolls: an area around the list could not have the focus.
		withScrollArea={false}
		styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
		{...props}
	/>
);
