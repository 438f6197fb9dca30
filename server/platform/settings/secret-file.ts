import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './env.ts';
import { giveToFolderOwner } from './folder-owner.ts';

/** Returns the path of the secret in a data folder. */
export const getSecretFile = (dataDir: string) => join(dataDir, 'secret');

/**
 * Returns the secret of a data folder, generated at the first call. Written to another name and linked, so that
 * concurrent processes agree.
 */
export const readOrCreateSecret = (dataDir: string) => {
	const file = getSecretFile(dataDir);
	const fresh = `${file}.${randomBytes(6).toString('hex')}`;
	try {
		try {
			return readKnown(file);
		} catch (error) {
			if ((error as { code?: string }).code !== 'ENOENT') throw error;
		}
		writeFileSync(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
		giveToFolderOwner(fresh);
		try {
			linkSync(fresh, file);
		} catch (error) {
			if ((error as { code?: string }).code !== 'EEXIST') throw error;
		} finally {
			unlinkSync(fresh);
		}
		return readKnown(file);
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		throw new ConfigError(`DATA_DIR cannot be used: ${(error as Error).message}.`);
	}
};

const readKnown = (file: string) => {
	const value = readFileSync(file, 'utf8').trim();
	if (!/^[0-9a-f]{64}$/.test(value))
		throw new ConfigError(`DATA_DIR holds a file ${file} that is no secret of ours.`);
	return value;
};
