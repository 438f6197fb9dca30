import { monthOf } from './east-africa-time.ts';

/** The calendar year of an instant, in East Africa Time. */
export const yearInNairobi = (instant: Date) => Math.floor(monthOf(instant.getTime()) / 12);
