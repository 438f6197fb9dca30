import { join } from 'node:path';
import { ConfigError } from '../settings/env.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

/** The folder of uploads under way and, where there is no bucket, of all contents. */
export const filesFolder = (dataDir: string) => join(dataDir, 'files');

/** Opens the store of the settings: a bucket or a folder. Rejects with `ConfigError` where the bucket refuses us. */
export const openFileStore = async (
	{ dataDir, bucket }: { dataDir: string; bucket: BucketSettings | undefined },
	complain?: (error: Error) => void,
): Promise<FileStore> => {
	if (!bucket) return openDiskStore(filesFolder(dataDir));
	// Only now: who keeps files on a disk does without the client and its memory.
	const { openBucketStore } = await import('./bucket.ts').catch((error) => {
		if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
		throw new ConfigError(
			'FILES_URL needs packages that are not installed: npm run setup:store adds them.',
		);
	});
	try {
		return await openBucketStore(bucket, join(filesFolder(dataDir), 'tmp'), complain);
	} catch (error) {
		throw new ConfigError(`FILES_URL cannot be used: ${(error as Error).message}.`);
	}
};
