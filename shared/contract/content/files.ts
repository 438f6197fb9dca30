import { component, extendComponent, openapi, z } from '../../zod.ts';
import { separated } from '../platform/choices.ts';
import { makeRequiredErrors, whole } from '../platform/fields.ts';
import { inside, insideBrief } from './insides.ts';
import { resourceSlug } from './resources.ts';

/** The largest upload: 50 MiB. */
export const UPLOAD_MAX_BYTES = 50 * 1024 * 1024;

/** Upload types by extension. */
export const fileTypes = {
	pdf: 'application/pdf',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	ppt: 'application/vnd.ms-powerpoint',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const;

export type FileExtension = keyof typeof fileTypes;

/** Extensions of topic files and past papers. */
export const topicExtensions = ['pdf', 'doc', 'docx', 'ppt', 'pptx'] as const;
export const paperExtensions = ['pdf', 'doc', 'docx'] as const;

/** Maximum number of files in one request. */
export const FILE_NAMES_MAX = 100;

export const uploadedFile = component('UploadedFile', {
	url: z.string(),
	name: z.string(),
	size: z.int(),
	type: z.string(),
});

export type UploadedFile = z.infer<typeof uploadedFile>;

export const listedFile = extendComponent('ListedFile', uploadedFile, {
	inside: z.nullable(insideBrief),
});
export type ListedFile = z.infer<typeof listedFile>;

export const describedFile = extendComponent('DescribedFile', uploadedFile, {
	inside: z.nullable(inside),
	used_by: z.array(
		z.object({
			kind: resourceSlug(),
			id: z.string(),
			name: z.string(),
			path: z.array(z.object({ kind: resourceSlug(), id: z.string(), name: z.string() })),
		}),
	),
});
export type DescribedFile = z.infer<typeof describedFile>;

export const fileNames = z.object({
	names: z.optional(separated('Names', FILE_NAMES_MAX, 'Names must be one text')),
});

export const uploadForm = component('Upload', {
	file: z.string().register(openapi, { format: 'binary' }),
});

/** The answer to an upload; `url` is also at the top level, for older clients. */
export const uploadAnswer = component('UploadAnswer', {
	success: z.literal(true),
	url: z.string(),
	data: uploadedFile,
});

/** Bytes of a chunk, which is the most that a broken connection loses. */
export const CHUNK_BYTES = 256 * 1024;

/** Maximum number of bytes in unfinished uploads of an actor. */
export const UNFINISHED_MAX_BYTES = 500 * 1024 ** 2;

/** Lifetime of an unfinished upload without progress. */
export const UNFINISHED_MS = 24 * 60 * 60 * 1000;

const SENT_NAME_MAX = 1_000;

/** Returns the number of chunks of a file. */
export const countChunks = (size: number, chunk: number) => Math.ceil(size / chunk);

export const uploadBeginning = component('UploadBeginning', {
	name: z.string(makeRequiredErrors('Name is required', 'Name must be text')).check(
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
	size: z.int(),
	chunk: z.int(),
	received: z.array(z.int()),
	url: z.nullable(z.string()),
});

export type ChunkedUpload = z.infer<typeof chunkedUpload>;
