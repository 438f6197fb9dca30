import { formatListDay, formatMoment } from './dates.ts';

/** Renders the day of an instant, as in tables, with the full time as a tooltip. */
export const Day = ({ at }: { at: string }) => (
	<time dateTime={at} title={formatMoment(at)} className="tabular unbroken">
		{formatListDay(at)}
	</time>
);
