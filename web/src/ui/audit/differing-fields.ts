import type { ItemVersion } from '#shared/contract/versions.ts';

type Fields = ItemVersion['item'];

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The names of the fields of `a` that `b` has otherwise. */
export const differingFields = (a: Fields, b: Fields) =>
	Object.keys(a).filter((name) => !same(a[name], b[name]));
