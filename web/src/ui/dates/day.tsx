import { Text } from '@mantine/core';
import { DAY, inEastAfrica, STAMP } from './dates.ts';

/** Renders the day of an instant, as in tables, with the full time as a tooltip. */
export const Day = ({ at }: { at: string }) => (
	<Text
		component="time"
		dateTime={at}
		title={inEastAfrica(at, STAMP)}
		inherit
		className="tabular"
		style={{ whiteSpace: 'nowrap' }}
	>
		{inEastAfrica(at, DAY)}
	</Text>
);
