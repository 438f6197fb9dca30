import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { expect } from 'vitest';

/** Becomes the command after it, with a small disk of its own that is gone when it ends. */
export const onSmallDisk = (folder: string) => [
	...['unshare', '--mount', '/bin/sh', '-c'],
	'mount -t tmpfs -o size=24m none "$0" && exec "$@"',
	folder,
];

/** Whether whoever runs the tests may do that. */
export const mayMount = () => {
	try {
		const [program = '', ...args] = onSmallDisk('/mnt');
		execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
};

/** Writes a file until there is no room at all; its size in bytes. */
export const fill = (file: string) => {
	const to = openSync(file, 'w');
	let written = 0;
	for (const size of [1024 * 1024, 4096])
		try {
			for (;;) written += writeSync(to, Buffer.alloc(size));
		} catch (error) {
			expect(error).toMatchObject({ code: 'ENOSPC' });
		}
	closeSync(to);
	return written;
};
