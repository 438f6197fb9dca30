import { operation } from '#shared/contract/content/bulk.ts';
import {
	intake,
	intakeChanges,
	intakeRemoval,
	intakeRows,
	intakeSummary,
	newIntake,
	newIntakeRows,
} from '#shared/contract/papers/intake.ts';
import { z } from '#shared/zod.ts';
import type { RunOperation } from '../../content/operations/routes.ts';
import { answerOnce, createOnce, REPEATABLE } from '../../platform/api/idempotency.ts';
import { toAuditContext } from '../../platform/audit-context.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { describeIntake, listIntakes } from './describe.ts';
import { findIntake, type IntakeTableRow } from './rows.ts';
import { saveIntake } from './save.ts';
import { addRows, changeRows, createIntake, deleteIntake, removeRows } from './store.ts';

const params = z.object({ intakeId: z.string() });
const intakeResponse = { 200: intake };

interface Options {
	database: Database;
	runOperation: RunOperation;
	now: () => number;
	/** Whether scanned pages are read by OCR. */
	ocr: boolean;
}

/**
 * Adds the calls on intakes: upload batches whose files become past papers after people check what was read from them.
 */
export const addIntakeRoutes = (api: Api, { database, runOperation, now, ocr }: Options) => {
	const describe = (db: Db, row: IntakeTableRow) => describeIntake(db, row, ocr);
	const readIntake = async (db: Db, id: string) => await describe(db, await findIntake(db, id));

	api.get('/intakes', {
		schema: {
			operationId: 'listIntakes',
			summary: 'Lists the intakes of all editors, newest first',
			response: { 200: z.array(intakeSummary) },
		},
		handler: (_request) => listIntakes(database.read),
	});

	api.post('/intakes', {
		schema: {
			operationId: 'createIntake',
			summary: 'Creates an intake',
			description: REPEATABLE,
			body: newIntake,
			response: { 201: intake },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => {
				const row = await createIntake(trx, request.body.course_id ?? null, context);
				return { status: 201, data: await describe(trx, row) };
			}),
	});

	api.get('/intakes/:intakeId', {
		schema: {
			operationId: 'getIntake',
			summary: 'Retrieves an intake with its rows by path, each marking scheme after its paper',
			params,
			response: intakeResponse,
		},
		handler: (request) => readIntake(database.read, request.params.intakeId),
	});

	api.delete('/intakes/:intakeId', {
		schema: {
			operationId: 'deleteIntake',
			summary: 'Deletes an intake; its saved past papers stay',
			params,
			response: { 200: z.null() },
		},
		handler: async (request) => {
			const { intakeId } = request.params;
			await database.write((trx) => deleteIntake(trx, intakeId, toAuditContext(request)));
			return null;
		},
	});

	api.post('/intakes/:intakeId/rows', {
		schema: {
			operationId: 'addIntakeRows',
			summary: 'Adds uploaded files to an intake; returns their rows in the order of the files',
			description: REPEATABLE,
			params,
			body: newIntakeRows,
			response: { 201: intakeRows },
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => {
				const { intakeId } = request.params;
				const ids = await addRows(trx, intakeId, request.body.files, context);
				const { rows } = await readIntake(trx, intakeId);
				const byId = new Map(rows.map((row) => [row.id, row]));
				return { status: 201, data: ids.flatMap((id) => byId.get(id) ?? []) };
			}),
	});

	api.put('/intakes/:intakeId/rows', {
		schema: {
			operationId: 'updateIntakeRows',
			summary: 'Sets values of intake rows',
			description:
				'Cells that are not named stay unchanged, also those that another person corrected. Rows that are past papers already stay unchanged.',
			params,
			body: intakeChanges,
			response: intakeResponse,
		},
		handler: async (request) => {
			const { intakeId } = request.params;
			await database.write((trx) =>
				changeRows(trx, intakeId, request.body, toAuditContext(request)),
			);
			return readIntake(database.read, intakeId);
		},
	});

	api.post('/intakes/:intakeId/rows/remove', {
		schema: {
			operationId: 'removeIntakeRows',
			summary: 'Removes rows from an intake',
			description: REPEATABLE,
			params,
			body: intakeRemoval,
			response: intakeResponse,
		},
		handler: (request, reply) =>
			createOnce(database, request, reply, async (trx, context) => {
				const { intakeId } = request.params;
				await removeRows(trx, intakeId, request.body.ids, context);
				return { data: await readIntake(trx, intakeId) };
			}),
	});

	api.post('/intakes/:intakeId/save', {
		schema: {
			operationId: 'saveIntake',
			summary: 'Creates draft past papers from all rows without errors',
			description: `Starts one operation, which \`POST /operations/{id}/undo\` reverts. Creates missing exam sets. ${REPEATABLE}`,
			params,
			response: { 200: operation },
		},
		handler: async (request) => {
			const requestedAt = now();
			const { body } = await answerOnce(database, request, async (trx, context) => {
				const made = await saveIntake(trx, request.params.intakeId, context, requestedAt);
				return { status: 200, body: { operation: made.id } };
			});
			return runOperation(request, body.operation);
		},
	});
};
