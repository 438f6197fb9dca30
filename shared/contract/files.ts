import { component, described, extended, openapi, z } from '../zod.ts';
import { separated } from './choices.ts';
import { FILE_NAMES_MAX } from './file-types.ts';
import { inside, insideBrief } from './insides.ts';
import { resourceWord } from './resource-word.ts';

export const uploadedFile = component('UploadedFile', {
	url: described(z.string(), 'A stable link, relative to the site.'),
	name: described(z.string(), 'The name it was uploaded under.'),
	size: described(z.int(), 'Bytes.'),
	type: described(z.string(), 'Its media type, found by its content.'),
});

export type UploadedFile = z.infer<typeof uploadedFile>;

export const listedFile = extended('ListedFile', uploadedFile, {
	inside: described(z.nullable(insideBrief), 'Null while it has not been read.'),
});
export type ListedFile = z.infer<typeof listedFile>;

export const describedFile = extended('DescribedFile', uploadedFile, {
	inside: described(z.nullable(inside), 'Null while it has not been read.'),
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
