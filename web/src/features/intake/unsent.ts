import { readStored, store } from '../../api/stored.ts';
import type { Chosen } from './folder.ts';

/** A file that was to be sent, as it is recognised when it is chosen again. */
export interface Unsent {
	path: string;
	size: number;
}

const KEY = 'ufundi.unsent';

type Kept = Readonly<Record<string, readonly Unsent[]>>;

const all = () => readStored<Kept>(KEY) ?? {};

/** The files of a batch that were chosen on this device and have not arrived. */
export const unsentOf = (intake: string) => all()[intake] ?? [];

/** Keeps in mind which files of a batch are still to be sent, across a reload or a crash. */
export const keepUnsent = (intake: string, unsent: readonly Unsent[]) => {
	const { [intake]: _, ...others } = all();
	store(KEY, unsent.length > 0 ? { ...others, [intake]: unsent } : others);
};

const lastOf = (path: string) => path.split('/').at(-1);

/** A file that was chosen again, without its folder perhaps, at the path that it had the first time. */
export const recognised = (chosen: Chosen, unsent: readonly Unsent[]): Chosen => {
	const same = ({ path, size }: Unsent) =>
		size === chosen.file.size && lastOf(path) === chosen.file.name;
	const exactly = unsent.find((each) => same(each) && each.path === chosen.path);
	return { ...chosen, path: (exactly ?? unsent.find(same))?.path ?? chosen.path };
};
