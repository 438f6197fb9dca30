import { component, described, openapi, z } from '../zod.ts';
import { requiredOr, whole } from './fields.ts';
import { UPLOAD_MAX_BYTES } from './file-types.ts';

/** Bytes of a chunk, which is the most that a broken connection loses. */
export const CHUNK_BYTES = 256 * 1024;

/** Maximum number of bytes in unfinished uploads of an actor. */
export const UNFINISHED_MAX_BYTES = 500 * 1024 ** 2;

/** Lifetime of an unfinished upload without progress. */
export const UNFINISHED_MS = 24 * 60 * 60 * 1000;

const SENT_NAME_MAX = 1_000;

/** Returns the number of chunks of a file. */
export const chunksOf = (size: number, chunk: number) => Math.ceil(size / chunk);

export const uploadBeginning = component('UploadBeginning', {
	name: z.string(requiredOr('Name is required', 'Name must be text')).check(
		z.refine((name) => name.trim() !== '', { error: 'Name is required', abort: true }),
		z.refine(
			(name) => name.length <= SENT_NAME_MAX,
			`Name must be at most ${SENT_NAME_MAX} characters`,
		),
	),
	size: whole('Size', {
		required: 'Size is required',
		min: 1,
		tooSmall: 'This file is empty.',
		max: UPLOAD_MAX_BYTES,
		tooBig: `The file is larger than ${UPLOAD_MAX_BYTES / 1024 ** 2} MB.`,
	}),
	sha256: z.nullish(
		z
			.string('Sha256 must be text')
			.check(
				z.overwrite((hex) => hex.toLowerCase()),
				z.regex(/^[0-9a-f]{64}$/, 'Sha256 must be 64 hexadecimal digits'),
			)
			.register(openapi, {
				examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
			}),
	),
});

/** An upload in chunks and its progress. */
export const chunkedUpload = component('ChunkedUpload', {
	id: z.string().register(openapi, { format: 'uuid' }),
	name: z.string(),
	size: described(z.int(), 'Size in bytes.'),
	chunk: described(z.int(), 'Size in bytes of each chunk except the last.'),
	received: z.array(z.int()),
	url: described(z.nullable(z.string()), 'Link to the file; null until the upload is finished.'),
});

export type ChunkedUpload = z.infer<typeof chunkedUpload>;
