import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Changes the owner of a file that root created to the owner of its folder, which is the user of the server. */
export const giveToFolderOwner = (path: string) => {
	if (process.geteuid?.() !== 0) return;
	const { uid, gid } = statSync(dirname(path));
	lchownSync(path, uid, gid);
};
