import type { IntakeField, IntakeOrigin } from '#shared/contract/intake.ts';
import type { Read } from './read.ts';

/** A value of a row, and where it comes from. */
export interface Cell<Value> {
	value: Value | null;
	from?: IntakeOrigin | undefined;
}
/** A cell of which nothing is known. */
export const NOTHING: Cell<never> = { value: null };

/** The first of these that says something. */
export const first = <Value>(...cells: (() => Cell<Value>)[]): Cell<Value> => {
	for (const cell of cells) {
		const found = cell();
		if (found.value !== null) return found;
	}
	return NOTHING;
};
/** A cell of this value. */
export const set = <Value>(value: Value | null | undefined, from?: IntakeOrigin): Cell<Value> => ({
	value: value ?? null,
	from,
});

/** What all of these agree on. */
export const only = <Value>(values: readonly Value[]): Value | undefined =>
	new Set(values).size === 1 ? values[0] : undefined;

/** What a person set wins, emptied cells too; then what the first page says, then its name or its folder. */
export const cell = <Field extends IntakeField, Value>(
	{ given }: Read,
	field: Field,
	...cells: (() => Cell<Value>)[]
): Cell<Value> =>
	given[field] === undefined ? first(...cells) : set(given[field] as Value | null, 'person');
