import { Text } from '@mantine/core';
import { DAY, inEastAfrica, STAMP } from './dates.ts';

/** The day of an instant, as in tables; the whole of it on pointing. */
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
