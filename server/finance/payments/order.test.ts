import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFinalInQuery } from '#shared/contract/finance/result-codes.ts';
import type { Status } from '#shared/contract/finance/transactions-query.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { TEST_MS } from '../../../tests/patience.ts';
import type { Behaviour } from '../../../tools/daraja-simulator/behaviour.ts';
import { buildCallback, type Prompted } from '../../../tools/daraja-simulator/wire.ts';
import { createRandom } from '../../cli/sample-payments.ts';
import { SYSTEM_CONTEXT } from '../../platform/audit-context.ts';
import { forEachConcurrently } from '../../platform/files/for-each-concurrently.ts';
import { type Engine, engines, makeTestAppWith, type TestApp } from '../../testing/app.ts';
import { compareFigures } from './figures.ts';
import { storeDelivery } from './hooks.ts';
import { applyStatus } from './poller.ts';
import { openProcessor } from './processor.ts';
import { type Payment, selectPayments, storePayments } from './store.ts';

/** Deliveries per engine. */
const DELIVERIES = AT_LENGTH ? 100_000 : 300;
/** Payments that get messages at once. */
const AT_ONCE = AT_LENGTH ? 150 : 50;
const LONGEST = 8;
const START = Date.parse('2026-01-31T20:30:00Z');

/** A message about a payment, as it may arrive. */
type Word =
	| { kind: 'callback'; behaviour: Behaviour; trusted: boolean; change?: Partial<Prompted> }
	| { kind: 'query'; code: string };

const CODES = [0, 0, 0, 1032, 1037, 1, 'SFC_IC0003', 4999, 7777] as const;

/** Returns the status after one message; `pending` if it decides nothing. */
const outcomeOf = (word: Word): Status => {
	if (word.kind === 'query') {
		if (word.code === '0') return 'completed';
		return isFinalInQuery(word.code) ? 'failed' : 'pending';
	}
	if (!word.trusted || word.change) return 'pending';
	if ((word.behaviour.result ?? 0) !== 0) return 'failed';
	return (word.behaviour.amount ?? 1500) === 1500 ? 'completed' : 'pending';
};

/** Returns the expected status for any order and number of messages. */
const expected = (words: readonly Word[]): Status => {
	const outcomes = words.map(outcomeOf);
	if (outcomes.includes('completed')) return 'completed';
	return outcomes.includes('failed') ? 'failed' : 'pending';
};

const anyWord = (random: (below: number) => number): Word => {
	const code = CODES[random(CODES.length)] ?? 0;
	if (random(4) === 0) return { kind: 'query', code: String(code) };
	const word: Word = { kind: 'callback', behaviour: { result: code }, trusted: random(8) > 0 };
	if (random(6) === 0) word.behaviour.amount = [1499, 150_000, '1500.50', 0][random(4)];
	if (random(10) === 0) word.behaviour.phone = 'masked';
	if (random(10) === 0) word.change = { merchantRequestId: 'forged' };
	if (random(14) === 0) word.change = { checkoutRequestId: 'ws_CO_unknown' };
	return word;
};

/** Shuffles messages and repeats some of them. */
const shuffled = (words: readonly Word[], random: (below: number) => number) => {
	const mixed = [...words, ...words.filter(() => random(3) === 0)];
	for (let at = mixed.length - 1; at > 0; at--) {
		const other = random(at + 1);
		[mixed[at], mixed[other]] = [mixed[other] as Word, mixed[at] as Word];
	}
	return mixed;
};

describe.each(engines)('the status of a payment (%s)', (engine: Engine) => {
	let site: TestApp;
	let steps = 0;
	let made = 0;
	const now = () => START + steps * 40;
	beforeAll(async () => {
		site = await makeTestAppWith(engine, {});
	});
	afterAll(() => site.close());

	/** Delivers messages to many payments, several at a time; resolves to their states. */
	const tell = async (conversations: readonly (readonly Word[])[]) => {
		const { database } = site;
		const errors: unknown[] = [];
		const processor = openProcessor(database, { shortCodes: [] }, now, (error) =>
			errors.push(error),
		);
		const payments: Payment[] = await database.write((trx) =>
			storePayments(
				trx,
				conversations.map(() => {
					made++;
					return [
						{
							origin: 'stk',
							status: 'pending',
							amount: 1500,
							phone: '254712345678',
							months: 1,
							checkout_request_id: `ws_CO_${made}`,
							merchant_request_id: `m-${made}`,
						},
						START + made,
					];
				}),
				'request',
			),
		);
		const longest = Math.max(...conversations.map(({ length }) => length));
		for (let turn = 0; turn < longest; turn++) {
			// Eight at once: fewer than the pool has connections.
			await forEachConcurrently(conversations.entries(), async ([at, words]) => {
				const word = words[turn];
				const payment = payments[at] as Payment;
				if (!word) return;
				steps++;
				if (word.kind === 'query') {
					const exchange = { request: '{}', status: 200, body: '{}' };
					const result = { kind: 'result', code: word.code, text: null } as const;
					await applyStatus(
						database,
						payment.id,
						{ ...result, checkoutRequestId: payment.checkout_request_id, exchange },
						SYSTEM_CONTEXT,
						now(),
					);
					return;
				}
				const prompt: Prompted = {
					checkoutRequestId: payment.checkout_request_id ?? '',
					merchantRequestId: payment.merchant_request_id ?? '',
					sent: { Amount: 1500, PhoneNumber: '254712345678' },
					behaviour: word.behaviour,
					receipt: `R${payment.seq}`,
					decidedAt: START,
					...word.change,
				};
				await storeDelivery(database, {
					at: new Date(now()).toISOString(),
					kind: 'stk',
					key: prompt.checkoutRequestId,
					peer: '127.0.0.1',
					trusted: word.trusted,
					http_status: null,
					body: Buffer.from(JSON.stringify(buildCallback(prompt, now()))),
				});
				processor.kick();
			});
			// Sometimes the next message comes before the last was applied.
			if (turn % 2 === 0) await processor.idle();
		}
		await processor.idle();
		await processor.close();
		expect(errors).toEqual([]);
		const rows = await selectPayments(database.read)
			.where(
				'id',
				'in',
				payments.map(({ id }) => id),
			)
			.orderBy('seq')
			.execute();
		return rows;
	};

	it(
		'is decided by the set of words about it, not by their order or number',
		async () => {
			const random = createRandom(engine === 'sqlite' ? 41 : 43);
			while (steps < DELIVERIES) {
				const sets = Array.from({ length: AT_ONCE }, () =>
					Array.from({ length: 1 + random(LONGEST) }, () => anyWord(random)),
				);
				const one = await tell(sets.map((words) => shuffled(words, random)));
				const other = await tell(sets.map((words) => shuffled(words, random)));
				const statuses = (rows: Payment[]) => rows.map(({ status }) => status);
				expect(statuses(one)).toEqual(sets.map(expected));
				expect(statuses(other)).toEqual(sets.map(expected));
				for (const { status, receipt, start_date } of [...one, ...other]) {
					if (status !== 'completed') expect([receipt, start_date]).toEqual([null, null]);
					else expect(['2026-01-31', '2026-02-01']).toContain(start_date);
				}
			}
			expect(await compareFigures(site.database.read)).toEqual([]);
		},
		AT_LENGTH ? 1_800_000 : TEST_MS,
	);
});
