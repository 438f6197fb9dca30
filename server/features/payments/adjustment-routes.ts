import { adjustmentInput, assignmentInput, withdrawalInput } from '#shared/contract/adjustments.ts';
import { transactionWithEvidence } from '#shared/contract/evidence.ts';
import { markSettlement } from '#shared/contract/settlements.ts';
import type { z } from '#shared/zod.ts';
import type { Acting } from '../../api/acting.ts';
import { createOnce, REPEATABLE } from '../../api/idempotency.ts';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Api } from '../../http/api.ts';
import { withEvidence } from './evidence/store.ts';
import { adjust, assign, type Noted, withdraw } from './notes/store.ts';
import { settleMarks } from './settle-marks.ts';
import { getPayment, tagOfTransaction } from './store.ts';

/** What people note beside a payment, each with a way to take it back; and that its marks need no look any more. */
export const adjustmentRoutes = (api: Api, database: Database, now: () => number) => {
	const post = <Body extends z.ZodMiniObject>(
		path: string,
		summary: string,
		[status, body]: [200 | 201, Body],
		note: (on: Acting, id: string, sent: z.infer<Body>, row: number) => Promise<string>,
	) =>
		api.post(`/transactions/:id/${path}`, {
			schema: {
				tags: ['transactions'],
				summary,
				description: REPEATABLE,
				body,
				response: { [status]: transactionWithEvidence },
			},
			handler: (request, reply) => {
				const { id, noteId = '0' } = request.params as { id: string; noteId?: string };
				if (!/^\d{1,15}$/.test(noteId)) throw notFound('Note');
				return createOnce(database, request, reply, async (trx, by) => {
					const on = { trx, by, now: now() };
					const about = await note(on, id, request.body as z.infer<Body>, Number(noteId));
					const payment = await getPayment(trx, about);
					const data = await withEvidence(trx, payment, on.now);
					return { status, data, version: tagOfTransaction(data) };
				});
			},
		});
	const takeBack = (what: Noted) =>
		post(
			`${what}/:noteId/withdraw`,
			`Take one of its ${what} back: it stays to be read, and counts no more`,
			[200, withdrawalInput],
			(on, id, { reason }, row) => withdraw(on, id, what, row, reason),
		);

	post(
		'adjustments',
		'Note that money of it was reversed or refunded; its status and the figures stay',
		[201, adjustmentInput],
		adjust,
	);
	takeBack('adjustments');
	post(
		'assignments',
		'Say whose it is, and for how many months it counts; the newest counts, what was typed stays',
		[201, assignmentInput],
		assign,
	);
	takeBack('assignments');
	post(
		'settle',
		'Say why a marked payment needs no look any more',
		[200, markSettlement],
		(on, id, { reason }) => settleMarks(on, id, reason),
	);
};
