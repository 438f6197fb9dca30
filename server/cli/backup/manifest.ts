import { z } from '#shared/zod.ts';

/** The last entry of an archive; without it the archive is incomplete. */
export const MANIFEST = 'manifest.json';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const name = z.string().check(z.regex(/^\w{1,63}$/));

/** What an archive holds: every entry with its hash, every table with its rows. */
export const manifest = z.object({
	format: z.literal(1),
	/** Of the program that made it. */
	version: z.string(),
	/** When the database was held. */
	at: z.iso.datetime(),
	engine: z.enum(['sqlite', 'postgres']),
	/** The steps of the schema that the rows fit. */
	steps: z.array(z.string()).check(z.minLength(1)),
	tables: z.array(
		z.object({
			name,
			columns: z.array(name).check(z.minLength(1)),
			/** How many entries its rows are in. */
			parts: z.int().check(z.gte(0)),
			rows: z.int().check(z.gte(0)),
			/** `tally` of its rows. */
			sum: z.string(),
		}),
	),
	/** The end of each chain of the audit trail: an anchor. */
	heads: z.array(z.object({ chain: z.string(), seq: z.int().check(z.gte(1)), hash })),
	/** Contents that the store no longer had, or had with other bytes. */
	lost: z.array(z.object({ sha256: hash, name: z.string(), why: z.enum(['missing', 'damaged']) })),
	/** Whether the contents of files are in it. */
	files: z.boolean(),
	entries: z.array(z.object({ name: z.string(), size: z.int().check(z.gte(0)), sha256: hash })),
});
export type Manifest = z.infer<typeof manifest>;

/** The entry that holds a content. */
export const contentEntry = (sha256: string) => `files/${sha256}`;

/** The entry that holds a part of a table's rows, the first being 1. */
export const rowsEntry = (table: string, part: number) =>
	`database/${table}/${String(part).padStart(6, '0')}.jsonl.gz`;

/** What an entry may be called: nothing of it is ever a path on a disk. */
export const ENTRY = /^(manifest\.json|files\/[0-9a-f]{64}|database\/\w{1,63}\/\d{6}\.jsonl\.gz)$/;
