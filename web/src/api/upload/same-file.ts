import { readStored, store } from '../stored.ts';

const EDGE_BYTES = 64 * 1024;

/** The SHA-256 of a file, in hex; undefined where the browser has none: on plain http, but for this machine. */
export const hashOf = async (file: File): Promise<string | undefined> => {
	const { subtle } = crypto as { subtle?: SubtleCrypto };
	if (!subtle) return undefined;
	const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** By what a file is known again where it has no hash: name, size, time, and what its ends come to (FNV-1a). */
export const fingerprintOf = async (file: File): Promise<string> => {
	const ends = [file.slice(0, EDGE_BYTES), file.slice(-EDGE_BYTES)];
	const about = `${file.name}|${file.size}|${file.lastModified}|`;
	let sum = 0x811c9dc5;
	for (const byte of new Uint8Array(await new Blob([about, ...ends]).arrayBuffer()))
		sum = Math.imul(sum ^ byte, 0x01000193);
	return `${file.size}-${(sum >>> 0).toString(16)}`;
};

const keyOf = (fingerprint: string) => `ufundi upload ${fingerprint}`;

/** Which uploads of such files this device has begun; the server knows those with a hash by itself. */
export const remembered = {
	get: (fingerprint: string) => readStored<string>(keyOf(fingerprint)),
	set: (fingerprint: string, id: string) => store(keyOf(fingerprint), id),
	forget: (fingerprint: string) => store(keyOf(fingerprint), undefined),
};
