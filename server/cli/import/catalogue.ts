import { randomUUIDv7 } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { resources } from '#shared/contract/content/resources.ts';
import { formatCount } from '#shared/grouped.ts';
import { type FileKeeping, storeFile } from '../../content/files/upload.ts';
import { contentStores } from '../../content/kinds/store.ts';
import type { ContentStore } from '../../content/resources/store.ts';
import { makeAccounts } from '../../finance/payments/accounts.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { AuditContext } from '../../platform/audit-context.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { forEachConcurrently } from '../../platform/files/for-each-concurrently.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { type Attachment, type Candidate, type CheckedCatalogue, checkCatalogue } from './check.ts';
import { type FindExisting, loadExisting, refuseKnownCourses } from './existing.ts';
import { describeShape, kinds } from './read.ts';
import type { Counts, ImportReport } from './report.ts';

/** The links to stored files. */
type Links = ReadonlyMap<Attachment, string>;

/** Uploads the files that rows name. No row refers to them yet; unused ones are deleted later. */
const storeAttachments = async (
	keeping: FileKeeping,
	candidates: readonly Candidate[],
	context: AuditContext,
): Promise<Links> => {
	const attachments = new Set(candidates.flatMap(({ attachment }) => attachment ?? []));
	const links = new Map<Attachment, string>();
	await forEachConcurrently(attachments, async (attachment) => {
		const { name, path } = attachment;
		const incoming = { name, content: createReadStream(path) };
		const { url } = await storeFile(keeping, incoming, context);
		links.set(attachment, url);
	});
	return links;
};

/** Changes the fields of an existing row that differ; resolves to their names. */
const changeRow = async (
	store: ReturnType<ContentStore>,
	{ key, existing }: Candidate,
	above: Record<string, string>,
	input: Record<string, unknown>,
	context: AuditContext,
) => {
	const place = { ...above, [resources[key].param]: existing?.id ?? '' };
	const before: Record<string, unknown> = await store.get(place);
	const changed = Object.keys(input).filter(
		(field) => field in before && !isDeepStrictEqual(before[field], input[field]),
	);
	if (changed.length > 0) await store.update(place, input, context);
	return changed;
};

/** Returns the input of a row with the link of its file and the id of the row that it is about. */
const buildLinks = (
	{ key, input, attachment, about: other }: Candidate,
	links: Links,
	findId: (candidate: Candidate) => string,
) => {
	const { link, about } = describeShape(key);
	const url = attachment && links.get(attachment);
	return {
		...input,
		...(link && url && { [link]: url }),
		...(about && other && { [about.field]: findId(other) }),
	};
};

/** Creates or changes the rows through the stores of their features, parents first; resolves to a note for each, and how many. */
const writeRows = async (
	trx: Trx,
	candidates: readonly Candidate[],
	links: Links,
	context: AuditContext,
	isUpdate: boolean,
) => {
	const notes: string[] = [];
	const changes = { added: 0, changed: 0, unchanged: 0 };
	const ids = new Map<Candidate | undefined, string>();
	const findId = (candidate: Candidate) => candidate.existing?.id ?? ids.get(candidate) ?? '';
	const placeOf = ({ parent }: Candidate): Record<string, string> =>
		parent ? { ...placeOf(parent), [resources[parent.key].param]: findId(parent) } : {};
	for (const candidate of candidates) {
		const store: ContentStore = contentStores[candidate.key];
		const input = {
			...buildLinks(candidate, links, findId),
			...(isUpdate && { external_id: candidate.text ?? null }),
		};
		const line = `${candidate.file}, row ${candidate.row}`;
		if (candidate.existing) {
			const changed = await changeRow(store(trx), candidate, placeOf(candidate), input, context);
			const isChanged = changed.length > 0;
			changes[isChanged ? 'changed' : 'unchanged']++;
			if (isChanged) notes.push(`${line}: changed ${changed.join(', ')}`);
			continue;
		}
		const { id } = await store(trx).create(placeOf(candidate), input, context);
		ids.set(candidate, id);
		changes.added++;
		if (isUpdate) notes.push(`${line}: added`);
	}
	return { notes, changes };
};

export interface ImportRequest {
	folder: string;
	database: Database;
	files: FileStore;
	context: AuditContext;
	/** `update` changes rows with the same external id; `again` accepts courses whose name exists. */
	mode?: 'add' | 'again' | 'update';
	/** Runs in the transaction, before anything is written; false leaves the database unchanged. */
	onlyIf?: (trx: Trx) => Promise<boolean>;
}

const countRows = ({ accepted, accounts }: CheckedCatalogue): Counts => {
	const counted = kinds.map((key) => [
		resources[key].slug,
		accepted.filter((row) => row.key === key).length,
	]);
	const files = new Set(accepted.flatMap(({ attachment }) => attachment ?? [])).size;
	return { ...Object.fromEntries(counted), accounts: accounts.length, files };
};

/** Reports what an import of this folder would do. Only an update needs the database. */
export const previewImport = async (
	folder: string,
	findExisting?: FindExisting,
): Promise<ImportReport> => {
	const checked = await checkCatalogue(folder, findExisting);
	return { ...checked, counts: countRows(checked), done: false };
};

/** Imports a catalogue folder in one transaction. Writes nothing if any row is refused. */
export const importCatalogue = async (request: ImportRequest): Promise<ImportReport> => {
	const { folder, database, files, onlyIf, mode = 'add' } = request;
	const isUpdate = mode === 'update';
	const checked = await checkCatalogue(
		folder,
		isUpdate ? await loadExisting(database.read) : undefined,
	);
	const { accepted, accounts, notes } = checked;
	const known = mode === 'add' ? await refuseKnownCourses(database.read, accepted) : [];
	const refused = [...checked.refused, ...known];
	const report = { counts: countRows(checked), refused, notes, done: false };
	if (accepted.length + accounts.length === 0 || refused.length > 0) return report;
	// Marks the audit rows of this import.
	const context = { ...request.context, operation: randomUUIDv7() };
	// Uploaded before the transaction, which would otherwise stay open during the uploads.
	const links = await storeAttachments({ database, files }, accepted, context);
	const changes = await database.write(async (trx) => {
		if (onlyIf && !(await onlyIf(trx))) return undefined;
		const written = await writeRows(trx, accepted, links, context, isUpdate);
		notes.push(...written.notes);
		const { known } = await makeAccounts({ trx, context, now: Date.now() }, accounts);
		if (known.length > 0) notes.push(`${formatCount(known.length, 'account')} existed already.`);
		recordAudit(trx, context, {
			action: 'import',
			item: { kind: 'catalogue', id: null, name: basename(folder) },
			details: report.counts,
		});
		return written.changes;
	});
	return { ...report, ...(isUpdate && changes && { changes }), done: changes !== undefined };
};
