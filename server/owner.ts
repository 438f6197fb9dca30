import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives what root has made to whoever owns the folder around it, since the server works there as somebody
 * else. Does nothing for anybody but root.
 */
export const giveToFolderOwner = (path: string) => {
	if (process.geteuid?.() !== 0) return;
	const { uid, gid } = statSync(dirname(path));
	lchownSync(path, uid, gid);
};
