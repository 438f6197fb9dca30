import type { AnyResource, ItemPlaceOf } from '#shared/contract/resource.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { DAY, inEastAfrica, TIME } from '../dates/dates.ts';

/** Whose history it is. */
export interface OneItem<R extends AnyResource> {
	resource: R;
	/** Where the item lies, its own id included. */
	place: ItemPlaceOf<R>;
	/** What the item is called now. */
	name: string;
}

type Fields = ItemVersion['item'];

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The names of the fields of `a` that `b` has otherwise. */
export const differingFields = (a: Fields, b: Fields) =>
	Object.keys(a).filter((name) => !same(a[name], b[name]));

/** When a version was saved: 'Nov 23, 2026 at 04:13 PM'. */
export const versionTime = ({ at }: Pick<ItemVersion, 'at'>) =>
	inEastAfrica(at, `${DAY} 'at' ${TIME}`);

/** When, and by whom where that is known. */
export const versionWords = ({ at, by }: Pick<ItemVersion, 'at' | 'by'>) =>
	by ? `${versionTime({ at })}, ${by.name}` : versionTime({ at });
