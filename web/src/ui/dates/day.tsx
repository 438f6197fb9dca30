import { DAY, inEastAfrica, STAMP } from './dates.ts';

/** Renders the day of an instant, as in tables, with the full time as a tooltip. */
export const Day = ({ at }: { at: string }) => (
	<time dateTime={at} title={inEastAfrica(at, STAMP)} className="tabular unbroken">
		{inEastAfrica(at, DAY)}
	</time>
);
