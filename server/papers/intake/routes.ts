import { intakeCalls } from '#shared/contract/papers/calls.ts';
import type { RunOperation } from '../../content/operations/routes.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { answerOnce } from '../../platform/api/idempotency.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Api } from '../../platform/http/api.ts';
import { describeIntake, listIntakes } from './describe.ts';
import { findIntake, type IntakeTableRow } from './rows.ts';
import { saveIntake } from './save.ts';
import { addRows, changeRows, createIntake, deleteIntake, removeRows } from './store.ts';

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

	answerCalls(api, { database, now }, intakeCalls, {
		listIntakes: () => listIntakes(database.read),
		createIntake: {
			write: async ({ trx, context }, { body }) =>
				describe(trx, await createIntake(trx, body.course_id ?? null, context)),
		},
		getIntake: ({ params }) => readIntake(database.read, params.intakeId),
		deleteIntake: {
			write: ({ trx, context }, { params }) => deleteIntake(trx, params.intakeId, context),
		},
		addIntakeRows: {
			write: async ({ trx, context }, { params: { intakeId }, body }) => {
				const ids = await addRows(trx, intakeId, body.files, context);
				const { rows } = await readIntake(trx, intakeId);
				const byId = new Map(rows.map((row) => [row.id, row]));
				return ids.flatMap((id) => byId.get(id) ?? []);
			},
		},
		updateIntakeRows: {
			write: async ({ trx, context }, { params: { intakeId }, body }) => {
				await changeRows(trx, intakeId, body, context);
				return readIntake(trx, intakeId);
			},
		},
		removeIntakeRows: {
			write: async ({ trx, context }, { params: { intakeId }, body }) => {
				await removeRows(trx, intakeId, body.ids, context);
				return readIntake(trx, intakeId);
			},
		},
		saveIntake: async (request) => {
			const requestedAt = now();
			const { body } = await answerOnce(database, request, async (trx, context) => {
				const made = await saveIntake(trx, request.params.intakeId, context, requestedAt);
				return { status: 200, body: { operation: made.id } };
			});
			return runOperation(request, body.operation);
		},
	});
};
