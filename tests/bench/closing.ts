import { randomUUID } from 'node:crypto';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { formatMonth, getDayStart, getFirstDay, toMonthNumber } from '#shared/east-africa-time.ts';
import { splitIntoPortions } from '#shared/portions.ts';
import { csvOf, orgRows } from '../../server/finance/mpesa/fixtures/statements.ts';
import { makeReceipt } from '../../tools/daraja-simulator/wire.ts';
import type { Figure } from './figures.ts';
import { deliver, getData, type Target } from './measure.ts';

const PAYMENTS = 5_000;
const EXCEPTIONS = 40;
const EVERY = PAYMENTS / EXCEPTIONS;

const sendOrder = async ({ url, headers: own }: Target, path: string, data: object) => {
	const isForm = data instanceof FormData;
	const type = isForm ? {} : { 'content-type': 'application/json' };
	const headers = { ...own, ...type, 'idempotency-key': randomUUID() };
	const body = isForm ? data : JSON.stringify(data);
	const answer = await fetch(url + path, { method: 'POST', headers, body });
	if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
};

/** Measures the closing of a month: delivers its payments, imports its statement, settles the exceptions, and closes. */
export const closeMonth = async (server: Target, token: string): Promise<Figure> => {
	const month = toMonthNumber(Date.now()) - 1;
	const [from, to] = [getDayStart(getFirstDay(month)), getDayStart(getFirstDay(month + 1))];
	const all = Array.from({ length: PAYMENTS }, (_, n) => {
		const at = from + n * 1_000 * Math.floor((to - from) / PAYMENTS / 1_000);
		return { receipt: makeReceipt(at, n), at, amount: (1 + (n % 60)) * 50 };
	});
	// Half of the exceptions are in the statement only, half in the books only.
	const delivered = all.filter((_, n) => n % (2 * EVERY) !== 0);
	for (const some of splitIntoPortions(delivered, 20))
		await Promise.all(some.map((payment) => deliver(server, token, payment)));
	const movements = all
		.filter((_, n) => n % (2 * EVERY) !== EVERY)
		.map(({ amount, ...line }) => ({ ...line, paidIn: amount }));
	const file = new FormData();
	file.append('file', new Blob([csvOf(orgRows({ from, to, movements }))]), 'statement.csv');
	const start = performance.now();
	await sendOrder(server, '/api/statements?dry_run=true', file);
	await sendOrder(server, '/api/statements', file);
	const text = formatMonth(month);
	for (let settled = 0; settled < EXCEPTIONS; settled++) {
		await getData(server, `/api/reconciliation?month=${text}`);
		const open = await getData(server, `/api/reconciliation/lines?month=${text}&state=open`);
		const [line] = (open as { data: [ReconciliationLine] }).data;
		const reason = 'Checked with the payer';
		const [verb, decision] =
			line.of === 'statement' ? ['book', { reason }] : ['settle', { as: 'other', reason }];
		await sendOrder(server, `/api/reconciliation/lines/${line.id}/${verb}`, decision);
	}
	await sendOrder(server, `/api/periods/${text}/close`, {});
	const seconds = (performance.now() - start) / 1_000;
	return { name: 'a month of 5,000 payments closed', value: seconds, unit: 's', atMost: 600 };
};
