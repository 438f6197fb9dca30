import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Gives a file that root made to the owner of its folder, as which the server runs. */
export const giveToFolderOwner = (path: string) => {
	if (process.geteuid?.() !== 0) return;
	const { uid, gid } = statSync(dirname(path));
	lchownSync(path, uid, gid);
};
