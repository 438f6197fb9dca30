import { importCalls, statementCalls } from '#shared/contract/finance/desk-calls.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { STATEMENT_MAX_BYTES, statementQuery } from '#shared/contract/finance/statements.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { answerOnce, sendAnswer } from '../../platform/api/idempotency.ts';
import { readPage } from '../../platform/api/page.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Api } from '../../platform/http/api.ts';
import { addFormRoutes, findIncomingFile, type IncomingFile } from '../../platform/http/form.ts';
import { readStatementFile } from '../mpesa/statement/statement-reader.ts';
import { UnreadableStatement } from '../mpesa/statement/unreadable.ts';
import type { ReadStatement } from './known-lines.ts';
import { removeStatement } from './remove-statement.ts';
import { importStatement, listStatements, previewStatement } from './statements.ts';

/** Dependencies of the statement routes. */
export interface StatementDesk {
	database: Database;
	files: FileStore;
	/** Our short codes; statements of others are rejected. Empty if not configured. */
	shortCodes: readonly string[];
	now: () => number;
	plans: readonly Plan[];
}

/** Reads an uploaded statement; the file is not stored. */
const readUpload = async (
	{ files }: StatementDesk,
	incoming: IncomingFile,
): Promise<ReadStatement> => {
	const staged = await files.receive(incoming.content, STATEMENT_MAX_BYTES);
	try {
		const read = await readStatementFile(staged, incoming.name);
		return { ...read, fileName: incoming.name.slice(0, 200), sha256: staged.sha256 };
	} catch (error) {
		if (error instanceof UnreadableStatement) throw invalid('file', error.message);
		throw error;
	} finally {
		await staged.discard();
	}
};

const isDryRun = (query: unknown) => {
	const read = statementQuery.safeParse(query);
	if (!read.success) throw invalid('dry_run', 'Dry run must be true or false');
	return read.data.dry_run === 'true';
};

const addStatementRoute = (api: Api, desk: StatementDesk) =>
	answerCalls(api, desk, importCalls, {
		importStatement: async (request, reply) => {
			const { database, shortCodes, now } = desk;
			const context = toAuditContext(request);
			const incoming = await findIncomingFile(request, STATEMENT_MAX_BYTES);
			const read = await readUpload(desk, incoming);
			if (isDryRun(request.query))
				return previewStatement(database.read, read, shortCodes, context, now());
			const answer = await database.withLock('statements', async (write) => {
				const access = { db: database.read, write };
				const { isNew, data, show } = await importStatement(
					access,
					read,
					shortCodes,
					context,
					now(),
				);
				const finish = async (trx: Trx) => {
					await show(trx);
					return { status: isNew ? 201 : 200, body: { success: true, data } };
				};
				return answerOnce({ write }, request, finish, { file: read.sha256 });
			});
			return sendAnswer(reply, answer);
		},
	});

/** Adds the calls that import statements and list imported ones. */
export const addStatementRoutes = (api: Api, desk: StatementDesk) => {
	const { database } = desk;
	addFormRoutes(api, (forms) => addStatementRoute(forms, desk));

	answerCalls(api, desk, statementCalls, {
		removeStatement: async (request, reply) => {
			const { id } = request.params;
			const { reason } = request.body;
			const answer = await database.withLock('statements', (write) =>
				answerOnce({ write }, request, async (trx, context) => {
					await removeStatement({ trx, context, now: desk.now() }, id, reason);
					return { status: 200, body: { success: true, data: null } };
				}),
			);
			return sendAnswer(reply, answer);
		},
		listStatements: (request) => listStatements(database.read, readPage(request.query)),
	});
};
