import { component, described, extended, openapi, z } from '../zod.ts';
import { separated } from './choices.ts';
import { FILE_NAMES_MAX } from './file-types.ts';
import { inside, insideBrief } from './insides.ts';
import { resourceWord } from './resource-word.ts';

export const uploadedFile = component('UploadedFile', {
	url: described(z.string(), 'A stable link, relative to the site.'),
	name: described(z.string(), 'Name at the upload.'),
	size: described(z.int(), 'Size in bytes.'),
	type: described(z.string(), 'Media type, detected by content.'),
});

export type UploadedFile = z.infer<typeof uploadedFile>;

export const listedFile = extended('ListedFile', uploadedFile, {
	inside: described(z.nullable(insideBrief), 'Null until the file is read.'),
});
export type ListedFile = z.infer<typeof listedFile>;

export const describedFile = extended('DescribedFile', uploadedFile, {
	inside: described(z.nullable(inside), 'Null until the file is read.'),
	used_by: z.array(
		z.object({
			kind: resourceWord(),
			id: z.string(),
			name: z.string(),
			path: z.array(z.object({ kind: resourceWord(), id: z.string(), name: z.string() })),
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
