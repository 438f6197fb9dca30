import { randomUUIDv7 } from 'node:crypto';
import { basename } from 'node:path';
import { resources } from '#shared/contract/resources.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { AuditContext } from '../../audit-context.ts';
import type { Database, Trx } from '../../db/database.ts';
import type { FileStore } from '../../files/store.ts';
import { type CheckedCatalogue, checkCatalogue } from './check.ts';
import { kinds } from './kinds.ts';
import type { Counts, ImportReport } from './report.ts';
import { storeAttachments, writeRows } from './write.ts';

/** What an import needs. */
export interface ImportRequest {
	folder: string;
	database: Database;
	files: FileStore;
	by: AuditContext;
	/** Called within the transaction, before anything is written; false leaves the database unchanged. */
	onlyIf?: (trx: Trx) => Promise<boolean>;
}

const countsOf = ({ accepted }: CheckedCatalogue): Counts => {
	const counted = kinds.map((key) => [
		resources[key].word,
		accepted.filter((row) => row.key === key).length,
	]);
	const files = new Set(accepted.flatMap(({ attachment }) => attachment ?? [])).size;
	return { ...Object.fromEntries(counted), files };
};

/** Reports what an import of this folder would do, without a database. */
export const previewImport = async (folder: string): Promise<ImportReport> => {
	const checked = await checkCatalogue(folder);
	return { ...checked, counts: countsOf(checked), done: false };
};

/** Imports a catalogue folder in one transaction: all of it, or nothing where any row is refused. */
export const importCatalogue = async (request: ImportRequest): Promise<ImportReport> => {
	const { folder, database, files, onlyIf } = request;
	const checked = await checkCatalogue(folder);
	const { accepted, refused, notes } = checked;
	const report = { counts: countsOf(checked), refused, notes, done: false };
	if (accepted.length === 0 || refused.length > 0) return report;
	// Marks the audit rows of this import.
	const by = { ...request.by, operation: randomUUIDv7() };
	// Before the transaction, which would have to wait for them.
	const links = await storeAttachments({ database, files }, accepted, by);
	const done = await database.write(async (trx) => {
		if (onlyIf && !(await onlyIf(trx))) return false;
		await writeRows(trx, accepted, links, by);
		recordAudit(trx, by, {
			action: 'import',
			item: { kind: 'catalogue', id: null, name: basename(folder) },
			details: report.counts,
		});
		return true;
	});
	return { ...report, done };
};
