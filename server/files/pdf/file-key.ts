import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { rc4 } from './rc4.ts';
import type { Dictionary } from './syntax.ts';

// The key of a file that opens without a password: one that only says what may be done with it. The
// standard security handler, revisions 2 to 4 (ISO 32000-1, 7.6.3) and 5 and 6 (ISO 32000-2, 7.6.4).

const PAD = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const NO_IV = Buffer.alloc(16);

const md5 = (...data: Buffer[]) => createHash('md5').update(Buffer.concat(data)).digest();
const sha256 = (...data: Buffer[]) => createHash('sha256').update(Buffer.concat(data)).digest();

/** How many bytes the key of a revision has; nothing where it says so in an unknown way. */
const keySize = (dictionary: Dictionary, revision: number) => {
	if (revision === 2) return 5;
	const bits = revision === 4 ? 128 : Number(dictionary.get('Length') ?? 40);
	return bits % 8 === 0 && bits >= 40 && bits <= 128 ? bits / 8 : undefined;
};

/** What a file that opens without a password holds of its key, to tell a right one by. */
const proofOf = (key: Buffer, revision: number, id: Buffer) => {
	if (revision === 2) return rc4(key, PAD);
	let proof = rc4(key, md5(PAD, id));
	for (let round = 1; round < 20; round++)
		proof = rc4(Buffer.from(key.map((byte) => byte ^ round)), proof);
	return proof;
};

const oldKey = (dictionary: Dictionary, revision: number, id: Buffer) => {
	const bytesOf = (key: string) => Buffer.from(String(dictionary.get(key) ?? ''), 'latin1');
	const size = keySize(dictionary, revision);
	if (size === undefined) return undefined;
	const permissions = Buffer.alloc(4);
	permissions.writeInt32LE(Number(dictionary.get('P') ?? 0) | 0);
	const openMetadata = revision >= 4 && dictionary.get('EncryptMetadata') === false;
	const rest = Buffer.alloc(openMetadata ? 4 : 0, 0xff);
	let key = md5(PAD, bytesOf('O').subarray(0, 32), permissions, id, rest).subarray(0, size);
	if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key).subarray(0, size);
	const proof = proofOf(key, revision, id);
	return bytesOf('U').subarray(0, proof.length).equals(proof) ? key : undefined;
};

/** Algorithm 2.B of ISO 32000-2, for an empty password. */
const hardened = (salt: Buffer) => {
	let key = sha256(salt);
	for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
		const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
		const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
		const mixed = cipher.setAutoPadding(false).update(repeated);
		const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0);
		const hash = ['sha256', 'sha384', 'sha512'][sum % 3] as string;
		key = createHash(hash).update(mixed).digest();
		last = mixed.at(-1) as number;
	}
	return key.subarray(0, 32);
};

const newKey = (dictionary: Dictionary, revision: number) => {
	const user = Buffer.from(String(dictionary.get('U') ?? ''), 'latin1');
	const sealed = Buffer.from(String(dictionary.get('UE') ?? ''), 'latin1').subarray(0, 32);
	if (user.length < 48 || sealed.length < 32) return undefined;
	const hash = revision === 5 ? sha256 : hardened;
	if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined;
	const cipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), NO_IV);
	return cipher.setAutoPadding(false).update(sealed);
};

/**
 * The key that a file is encrypted with, of the dictionary that says how and the first half of the
 * file's id; nothing where it takes a password to open, or where the way is not a known one.
 */
export const fileKey = (dictionary: Dictionary, id: Buffer) => {
	const revision = Number(dictionary.get('R'));
	if (revision >= 2 && revision <= 4) return oldKey(dictionary, revision, id);
	return revision === 5 || revision === 6 ? newKey(dictionary, revision) : undefined;
};
