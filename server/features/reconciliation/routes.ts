import { failureBody } from '#shared/contract/errors.ts';
import { uploadForm } from '#shared/contract/files.ts';
import { type Period, reconciliation } from '#shared/contract/periods.ts';
import {
	lineAttachment,
	lineSettlement,
	reconciliationLines,
	reconciliationLinesQuery,
	reconciliationQuery,
} from '#shared/contract/reconciliation.ts';
import {
	STATEMENT_MAX_BYTES,
	statement,
	statementQuery,
	statementsQuery,
	takenStatements,
} from '#shared/contract/statements.ts';
import { z } from '#shared/zod.ts';
import { answerOnce, createOnce, sendAnswer } from '../../api/idempotency.ts';
import { readFor } from '../../api/read-after.ts';
import { type Actor, auditContextOf } from '../../audit-context.ts';
import type { Database, Db } from '../../db/database.ts';
import { AppError, invalid } from '../../errors.ts';
import type { FileStore } from '../../files/store.ts';
import type { Api } from '../../http/api.ts';
import { drain, type IncomingFile, incomingFile } from '../../http/form.ts';
import { success } from '../../http/success.ts';
import { readStatement } from '../../mpesa/statement/statement.ts';
import { UnreadableStatement } from '../../mpesa/statement/unreadable.ts';
import {
	attachLine,
	type Books,
	bookLine,
	type Deciding,
	settleLine,
	withdrawDecision,
} from './decisions.ts';
import { listStatements } from './statement-list.ts';
import { lookAt, type ReadStatement, takeIn } from './statements.ts';
import { listLines } from './store.ts';

/** What the desk works on. */
export interface Desk {
	database: Database;
	files: FileStore;
	books: Books;
	/** Our short codes; statements of others are refused. None where nobody has said. */
	shortCodes: readonly string[];
	now: () => number;
	/** What a month comes to and how it stands, for who asks at a moment in milliseconds. */
	periodOf: (db: Db, month: string, asking: { actor: Actor; now: number }) => Promise<Period>;
}

const tags = ['reconciliation'];
const reason = lineSettlement.shape.reason;

/** Reads a statement as it arrives; nothing of the file is kept. */
const received = async ({ files }: Desk, incoming: IncomingFile): Promise<ReadStatement> => {
	const staged = await files.receive(incoming.content, STATEMENT_MAX_BYTES);
	try {
		const read = await readStatement(staged, incoming.name);
		return { ...read, fileName: incoming.name.slice(0, 200), sha256: staged.sha256 };
	} catch (error) {
		if (error instanceof UnreadableStatement) throw invalid('file', error.message);
		if (error instanceof AppError) throw error;
		const message =
			'This file is damaged and cannot be read. Please export the statement again, as CSV.';
		throw new AppError('invalid', message, { fields: { file: message }, cause: error });
	} finally {
		await staged.discard();
	}
};

const isDryRun = (query: unknown) => {
	const read = statementQuery.safeParse(query);
	if (!read.success) throw invalid('dry_run', 'Dry run must be true or false');
	return read.data.dry_run === 'true';
};

/** In a context of its own: it reads forms and nothing else. */
const statementRoute = (api: Api, desk: Desk) => {
	api.removeAllContentTypeParsers();
	api.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
	api.post('/statements', {
		config: { waitsForOthers: true, readsLong: true },
		schema: {
			operationId: 'statements.import',
			tags,
			summary: 'Take in a statement of the M-PESA portal: CSV, XLS or XLSX, of either template',
			description:
				'With `dry_run=true` it is looked at, and nothing is kept. The same file again is 200 and adds nothing.',
			consumes: ['multipart/form-data'],
			querystring: statementQuery,
			body: uploadForm,
			response: { 200: success(statement), 201: success(statement), default: failureBody },
		},
		// The schema describes the form; it is checked as it arrives.
		validatorCompiler: () => (value: unknown) => ({ value }),
		handler: async (request, reply) => {
			if (!request.headers['content-type']) throw new AppError('unsupported_type');
			const { database, shortCodes, now } = desk;
			const by = auditContextOf(request);
			try {
				const read = await received(desk, await incomingFile(request.raw, STATEMENT_MAX_BYTES));
				if (isDryRun(request.query)) {
					const data = await lookAt(database.read, read, shortCodes, by, now());
					return reply.send({ success: true, data });
				}
				const answer = await answerOnce(
					database,
					request,
					async (trx) => {
						await database.lock(trx, 'statements');
						const { isNew, data } = await takeIn(trx, read, shortCodes, by, now());
						return { status: isNew ? 201 : 200, body: { success: true, data } };
					},
					{ file: read.sha256 },
				);
				return sendAnswer(reply, answer);
			} finally {
				drain(request.raw);
			}
		},
	});
};

/** Statements of M-Pesa's portal, matched with our payments. */
export const reconciliationRoutes = (api: Api, desk: Desk) => {
	const { database, books, now, periodOf } = desk;
	api.register(async (forms: Api) => statementRoute(forms, desk));

	api.get('/statements', {
		schema: {
			tags,
			summary: 'The statements that were taken in, those of the latest time first',
			querystring: statementsQuery,
			response: { 200: success(takenStatements), default: failureBody },
		},
		handler: async (request) => ({
			success: true as const,
			data: await readFor(database, request, (from) => listStatements(from, request.query)),
		}),
	});

	api.get('/reconciliation', {
		schema: {
			tags,
			summary: 'What a month comes to: statement, books, and what is between them',
			querystring: reconciliationQuery,
			response: { 200: success(reconciliation), default: failureBody },
		},
		handler: async (request) => {
			const { month, figures, ...period } = await readFor(database, request, ({ read }) =>
				periodOf(read, request.query.month, { actor: request.actor, now: now() }),
			);
			return { success: true as const, data: { ...figures, month, period } };
		},
	});

	api.get('/reconciliation/lines', {
		schema: {
			tags,
			summary: 'The lines of a month and the payments that no line is about, newest first',
			querystring: reconciliationLinesQuery,
			response: { 200: success(reconciliationLines), default: failureBody },
		},
		handler: async (request) => ({
			success: true as const,
			data: await readFor(database, request, (from) => listLines(from, request.query, now())),
		}),
	});

	const decisions = [
		{
			path: 'book',
			summary: 'Make the payment that a line is about',
			body: z.object({ reason }),
			decide: (on: Deciding, id: string, body: { reason: string }) => bookLine(on, id, body.reason),
		},
		{
			path: 'attach',
			summary: 'Say which payment a line is about; one that is not completed is completed by it',
			body: lineAttachment,
			decide: attachLine,
		},
		{
			path: 'settle',
			summary: 'Say what a line, or a payment that no line is about, is',
			body: lineSettlement,
			decide: settleLine,
		},
	];
	for (const { path, summary, body, decide } of decisions)
		api.post(`/reconciliation/lines/:id/${path}`, {
			schema: {
				operationId: `reconciliation.${path}`,
				...{ tags, summary, body },
				response: { 200: success(z.null()), default: failureBody },
			},
			handler: (request, reply) => {
				const { id } = request.params as { id: string };
				return createOnce(database, request, reply, async (trx) => {
					const by = auditContextOf(request);
					await decide({ database, trx, books, by, now: now() }, id, request.body as never);
					return { status: 200, body: { success: true, data: null } };
				});
			},
		});

	api.delete('/reconciliation/lines/:id/decision', {
		schema: {
			operationId: 'reconciliation.withdraw',
			tags,
			summary: 'Take back what was decided about a line',
			response: { 200: success(z.null()), default: failureBody },
		},
		handler: async (request) => {
			const { id } = request.params as { id: string };
			await database.write((trx) => {
				const by = auditContextOf(request);
				return withdrawDecision({ database, trx, books, by, now: now() }, id);
			});
			return { success: true as const, data: null };
		},
	});
};
