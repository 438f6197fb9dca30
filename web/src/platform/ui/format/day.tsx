import { DAY, formatInstant, STAMP } from './dates.ts';

/** Renders the day of an instant, as in tables, with the full time as a tooltip. */
export const Day = ({ at }: { at: string }) => (
	<time dateTime={at} title={formatInstant(at, STAMP)} className="tabular unbroken">
		{formatInstant(at, DAY)}
	</time>
);
