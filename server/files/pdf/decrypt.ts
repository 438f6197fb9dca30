import { createDecipheriv, createHash } from 'node:crypto';
import { fileKey } from './file-key.ts';
import { rc4 } from './rc4.ts';
import { type Dictionary, dictionaryOf, nameOf, type Reference } from './syntax.ts';

/** Decrypts the beginning of a stream of this number; what lies behind its end comes out as noise. */
export type Decrypt = (data: Buffer, of: Reference) => Buffer;

const BLOCK = 16;

const aes = (key: Buffer, data: Buffer) => {
	const whole = data.length - (data.length % BLOCK);
	if (whole <= BLOCK) return Buffer.alloc(0);
	const iv = data.subarray(0, BLOCK);
	const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
	return decipher.update(data.subarray(BLOCK, whole));
};

const objectKey = (key: Buffer, { object, generation }: Reference, salt: string) => {
	const numbers = Buffer.alloc(8);
	numbers.writeUInt32LE(object >>> 0);
	numbers.writeUInt32LE(generation >>> 0, 3);
	return createHash('md5')
		.update(key)
		.update(numbers.subarray(0, 5))
		.update(salt)
		.digest()
		.subarray(0, Math.min(key.length + 5, 16));
};

const methodOf = (dictionary: Dictionary) => {
	const version = dictionary.get('V');
	if (version === 1 || version === 2) return 'V2';
	if (version !== 4 && version !== 5) return undefined;
	const wanted = nameOf(dictionary.get('StmF')) ?? 'Identity';
	if (wanted === 'Identity') return 'None';
	const filters = dictionaryOf(dictionary.get('CF'));
	return nameOf(dictionaryOf(filters?.get(wanted))?.get('CFM'));
};

/**
 * How the streams of an encrypted file are decrypted without a password (ISO 32000-1, 7.6.2), by its
 * encryption dictionary and the first half of its id; nothing where that cannot be done.
 */
export const decryptor = (dictionary: Dictionary, id: Buffer): Decrypt | undefined => {
	const key = fileKey(dictionary, id);
	if (!key) return undefined;
	switch (methodOf(dictionary)) {
		case 'V2':
			return (data, of) => rc4(objectKey(key, of, ''), data);
		case 'AESV2':
			return (data, of) => aes(objectKey(key, of, 'sAlT'), data);
		case 'AESV3':
			return key.length === 32 ? (data) => aes(key, data) : undefined;
		case 'None':
			return (data) => data;
		default:
			return undefined;
	}
};
