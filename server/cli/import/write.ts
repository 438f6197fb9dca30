import { createReadStream } from 'node:fs';
import { resources } from '#shared/contract/resources.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { ContentStore } from '../../content/store.ts';
import type { Trx } from '../../db/database.ts';
import { contentStores } from '../../features/content.ts';
import { type FileKeeping, storeFile } from '../../features/files/upload.ts';
import { fewAtATime } from '../../few-at-a-time.ts';
import type { Attachment } from './attachments.ts';
import type { Candidate } from './check.ts';
import { shapeOf } from './kinds.ts';

/** The links of stored files. */
export type Links = ReadonlyMap<Attachment, string>;

/** Uploads the files that rows name. No row refers to them yet; left alone, they are swept one day. */
export const storeAttachments = async (
	keeping: FileKeeping,
	candidates: readonly Candidate[],
	by: AuditContext,
): Promise<Links> => {
	const attachments = new Set(candidates.flatMap(({ attachment }) => attachment ?? []));
	const links = new Map<Attachment, string>();
	await fewAtATime(attachments, async (attachment) => {
		const { name, path } = attachment;
		const incoming = { name, content: createReadStream(path) };
		const { url } = await storeFile(keeping, incoming, by);
		links.set(attachment, url);
	});
	return links;
};

/** Creates the rows through the stores of their features, parents first. */
export const writeRows = async (
	trx: Trx,
	candidates: readonly Candidate[],
	links: Links,
	by: AuditContext,
) => {
	const ids = new Map<Candidate | undefined, string>();
	const placeOf = ({ parent }: Candidate): Record<string, string> =>
		parent ? { ...placeOf(parent), [resources[parent.key].param]: ids.get(parent) ?? '' } : {};
	for (const candidate of candidates) {
		const { link, about } = shapeOf(candidate.key);
		const store: ContentStore = contentStores[candidate.key];
		const url = candidate.attachment && links.get(candidate.attachment);
		const input = {
			...candidate.input,
			...(link && url && { [link]: url }),
			...(about && candidate.about && { [about.field]: ids.get(candidate.about) }),
		};
		const { id } = await store(trx).create(placeOf(candidate), input, by);
		ids.set(candidate, id);
	}
};
