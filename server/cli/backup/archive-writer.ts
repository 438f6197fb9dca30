import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';

/** One entry as it was written. */
export interface Written {
	name: string;
	size: number;
	sha256: string;
}

/** An archive that is being written. It has its name only once `commit` resolves. */
export interface ArchiveWriter {
	/** Adds an entry of exactly `size` bytes: what comes beyond is left out, what lacks is zeros. */
	add: (name: string, size: number, content: AsyncIterable<Uint8Array>) => Promise<Written>;
	/** Ends the archive, syncs it, has it checked under its passing name, and gives it its own. */
	commit: (check: (path: string) => Promise<unknown>) => Promise<void>;
	/** Leaves nothing of it. */
	abandon: () => Promise<void>;
}

const ZEROS = Buffer.alloc(64 * 1024);

/** Exactly so many bytes of a content. */
async function* exactly(size: number, content: AsyncIterable<Uint8Array>) {
	let left = size;
	for await (const chunk of content) {
		if (chunk.length > 0 && left > 0) yield chunk.subarray(0, left);
		left -= Math.min(left, chunk.length);
	}
	for (; left > 0; left -= Math.min(left, ZEROS.length)) yield ZEROS.subarray(0, left);
}

const sync = async (path: string) => {
	const file = await open(path);
	await file.sync().finally(() => file.close());
};

/** A tar that goes somewhere as it is made. */
const tarInto = (out: Writable) => {
	const tar = pack();
	const writing = pipeline(tar, out);
	// Whoever adds or commits next hears of it; it must not be unheard until then.
	writing.catch(() => {});
	return {
		add: async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
			const hash = createHash('sha256');
			async function* hashed() {
				for await (const chunk of exactly(size, content)) {
					hash.update(chunk);
					yield chunk;
				}
			}
			try {
				const entry = tar.entry({ name, size, mode: 0o600, mtime: new Date(0) });
				await Promise.race([pipeline(Readable.from(hashed()), entry), writing]);
			} catch (error) {
				// Why the file could not be written says more than that it was not.
				if (tar.destroyed) await writing;
				throw error;
			}
			return { name, size, sha256: hash.digest('hex') };
		},
		end: async () => {
			tar.finalize();
			await writing;
		},
		abandon: async () => {
			tar.destroy();
			await writing.catch(() => {});
		},
	};
};

/** Begins an archive at a path, which only its owner can read. A beginning left by a crash is replaced. */
export const writeArchive = async (path: string): Promise<ArchiveWriter> => {
	const passing = `${path}.partial`;
	await rm(passing, { force: true });
	const { add, end, abandon } = tarInto(createWriteStream(passing, { flags: 'wx', mode: 0o600 }));
	return {
		add,
		commit: async (check) => {
			await end();
			await sync(passing);
			await check(passing);
			await rename(passing, path);
			await sync(dirname(path));
		},
		abandon: async () => {
			await abandon();
			await rm(passing, { force: true });
		},
	};
};

/** Begins an archive that leaves as it is made, so that nobody can check it here. */
export const streamArchive = (out: Writable): ArchiveWriter => {
	const { add, end, abandon } = tarInto(out);
	return { add, commit: end, abandon };
};
