/** Where the business is: every day, month and year on screen and in figures is of this zone. */
const TIME_ZONE = 'Africa/Nairobi';

const year = new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, year: 'numeric' });

/** The calendar year of an instant, in East Africa Time. */
export const yearInNairobi = (instant: Date) => Number(year.format(instant));
