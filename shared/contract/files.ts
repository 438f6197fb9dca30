import { openapi, z } from '../zod.ts';
import { FILE_NAMES_MAX } from './file-types.ts';
import { inside, insideBrief } from './insides.ts';
import { type ResourceWord, resources } from './resources.ts';

/** What an upload answers. */
export const uploadedFile = z
	.object({
		url: z.string().register(openapi, { description: 'A stable link, relative to the site.' }),
		name: z.string().register(openapi, { description: 'The name it was uploaded under.' }),
		size: z.int().register(openapi, { description: 'Bytes.' }),
		type: z.string().register(openapi, { description: 'Its media type, found by its content.' }),
	})
	.register(openapi, { id: 'UploadedFile' });

export type UploadedFile = z.infer<typeof uploadedFile>;

/** What `GET /files` answers of each. */
export const listedFile = z
	.extend(uploadedFile, {
		inside: z
			.nullable(insideBrief)
			.register(openapi, { description: 'Null while it has not been read.' }),
	})
	.register(openapi, { id: 'ListedFile' });
export type ListedFile = z.infer<typeof listedFile>;

const words = Object.values(resources).map(({ word }) => word) as [ResourceWord, ...ResourceWord[]];
const kind = () => z.enum(words);

/** What `GET /api` + its link answers of a file. */
export const describedFile = z
	.extend(uploadedFile, {
		inside: z
			.nullable(inside)
			.register(openapi, { description: 'Null while it has not been read.' }),
		used_by: z
			.array(
				z.object({
					kind: kind(),
					id: z.string(),
					name: z.string(),
					path: z.array(z.object({ kind: kind(), id: z.string(), name: z.string() })),
				}),
			)
			.register(openapi, {
				description: 'Items that link to it, at most 100 of a kind, with what they lie under.',
			}),
	})
	.register(openapi, { id: 'DescribedFile' });
export type DescribedFile = z.infer<typeof describedFile>;

/** What `GET /files` asks: the names in their links, `….pdf,….docx`. One that is none of ours is not answered. */
export const fileNames = z.object({
	names: z.optional(
		z
			.string('Names must be one text')
			.check(
				z.refine(
					(names) => names.split(',').length <= FILE_NAMES_MAX,
					`Names must be at most ${FILE_NAMES_MAX}`,
				),
			)
			.register(openapi, {
				description: `Separated by commas, at most ${FILE_NAMES_MAX}.`,
			}),
	),
});

/** What `POST /upload` reads: a form with one file. */
export const uploadForm = z
	.object({ file: z.string().register(openapi, { format: 'binary' }) })
	.register(openapi, { id: 'Upload' });

/** What `POST /upload` answers; `url` stands at the top as well, where older callers look for it. */
export const uploadAnswer = z
	.object({ success: z.literal(true), url: z.string(), data: uploadedFile })
	.register(openapi, { id: 'UploadAnswer' });
