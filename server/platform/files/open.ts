import { join } from 'node:path';
import { ConfigError } from '../settings/env.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { openDiskStore } from './disk.ts';
import type { FileStore } from './store.ts';

/** Returns the folder of uploads in progress and, without a bucket, of all contents. */
export const getFilesFolder = (dataDir: string) => join(dataDir, 'files');

/** Opens the store of the settings: a bucket or a folder. Rejects with `ConfigError` if the bucket refuses us. */
export const openFileStore = async (
	{ dataDir, bucket }: { dataDir: string; bucket: BucketSettings | undefined },
	complain?: (error: Error) => void,
): Promise<FileStore> => {
	if (!bucket) return openDiskStore(getFilesFolder(dataDir));
	// Loaded on demand: a store on a disk does not need the client and its memory.
	const { openBucketStore } = await import('./bucket.ts').catch((error) => {
		if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
		throw new ConfigError(
			'FILES_URL needs packages that are not installed: npm run setup:store adds them.',
		);
	});
	try {
		return await openBucketStore(bucket, join(getFilesFolder(dataDir), 'tmp'), complain);
	} catch (error) {
		throw new ConfigError(`FILES_URL cannot be used: ${(error as Error).message}.`);
	}
};
