import { readStored, writeStored } from '../../api/stored.ts';
import type { Chosen } from './folder.ts';

/** A file that is not uploaded yet; recognised by path and size when it is chosen again. */
export interface Unsent {
	path: string;
	size: number;
}

const KEY = 'ufundi.unsent';

type Kept = Readonly<Record<string, readonly Unsent[]>>;

const all = () => readStored<Kept>(KEY) ?? {};

/** Returns the files of an upload that were chosen on this device and are not uploaded. */
export const unsentOf = (intake: string) => all()[intake] ?? [];

/** Stores which files of an upload are not uploaded yet, to survive a reload or a crash. */
export const keepUnsent = (intake: string, unsent: readonly Unsent[]) => {
	const { [intake]: _, ...others } = all();
	writeStored(KEY, unsent.length > 0 ? { ...others, [intake]: unsent } : others);
};

const lastOf = (path: string) => path.split('/').at(-1);

/** Returns a file that was chosen again, possibly without its folder, with its first path. */
export const recognised = (chosen: Chosen, unsent: readonly Unsent[]): Chosen => {
	const same = ({ path, size }: Unsent) =>
		size === chosen.file.size && lastOf(path) === chosen.file.name;
	const exactly = unsent.find((each) => same(each) && each.path === chosen.path);
	return { ...chosen, path: (exactly ?? unsent.find(same))?.path ?? chosen.path };
};
