import type { ItemVersion } from '#shared/contract/versions.ts';
import { DAY, inEastAfrica, TIME } from '../dates.ts';

/** When a version was saved: 'Nov 23, 2026 at 04:13 PM'. */
export const versionTime = ({ at }: Pick<ItemVersion, 'at'>) =>
	inEastAfrica(at, `${DAY} 'at' ${TIME}`);

/** When, and by whom where that is known. */
export const versionWords = ({ at, by }: Pick<ItemVersion, 'at' | 'by'>) =>
	by ? `${versionTime({ at })}, ${by.name}` : versionTime({ at });
