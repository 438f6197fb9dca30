import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Seal } from '../api/idempotency.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals texts with a key of the installation's secret (AES-256-GCM): a copy of the database does not tell
 * them, and one that was moved to another place, or changed, does not open.
 */
export const openSeal = (secret: string): Seal => {
	const key = Buffer.from(hkdfSync('sha256', secret, '', 'answers that hold a secret', 32));
	return {
		close: (text, place) => {
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(place));
			const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url');
		},
		open: (sealed, place) => {
			const bytes = Buffer.from(sealed, 'base64url');
			try {
				const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
					.setAAD(Buffer.from(place))
					.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
				const hidden = bytes.subarray(IV_BYTES + TAG_BYTES);
				return decipher.update(hidden, undefined, 'utf8') + decipher.final('utf8');
			} catch {
				return undefined;
			}
		},
	};
};
