import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOME_ENGINES } from '../../../tests/faults/length.ts';
import { access } from '../../parts.ts';
import { csvOf, orgRows } from '../mpesa/fixtures/statements.ts';
import { sendStatement } from '../reconciliation/fixtures/desk.ts';
import { type Desk, listMessages, openDesk } from './fixtures/desk.ts';

const PHONE = '254712345678';
const OTHER = '254110987654';
const HASH = 'c0ffee'.padEnd(64, '0');
const REFUSED = '254722333444';
/** The nine digits that must not appear in any spelling. */
const NUMBERS = [PHONE, OTHER, REFUSED].map((phone) => phone.slice(3));
const MINUTE = 60_000;

const isListed = (url: string) => {
	const need = access[url]?.GET;
	const word = typeof need === 'string' ? need : need?.permission;
	// Streams do not end by themselves.
	return (/^(payments|audit):/.test(word ?? '') || url === '/api/search') && !/events$/.test(url);
};

describe.each(SOME_ENGINES)('with MASK_PHONES (%s)', (engine) => {
	let desk: Desk;
	let id: string;
	let failed: string;
	let delivery: number;
	/** Answers to the changes below. */
	const changes: string[] = [];
	beforeAll(async () => {
		desk = await openDesk(engine, { maskPhones: true });
		const fields = { phone_number: PHONE, account_reference: PHONE, description: '0712 345678' };
		id = (await desk.pay({}, fields)).body.data.id;
		await desk.until(id, ({ status }) => status === 'completed');
		const confirmation = (receipt: string, more: object) => ({
			TransactionType: 'Pay Bill',
			TransID: receipt,
			TransTime: '20261101101500',
			TransAmount: '700.00',
			BusinessShortCode: '174379',
			BillRefNumber: `0${PHONE.slice(3)}`,
			MSISDN: PHONE,
			FirstName: 'JANE',
			...more,
		});
		await desk.deliver('c2b', confirmation('UK11AAAAA1', {}));
		await desk.deliver('c2b', confirmation('UK11AAAAA2', { MSISDN: HASH }));
		await desk.deliver('c2b', confirmation('UK11AAAAA3', { BusinessShortCode: '999999' }));
		await desk.deliver('c2b', confirmation('UK11AAAAA4', { BusinessShortCode: '999999' }));
		await desk.settled();
		const unmatched = await listMessages(desk.call);
		delivery = unmatched[0]?.id as number;
		const reason = `Called +254 712 345 678`;
		const post = async (path: string, body: object) => {
			const answer = await desk.call('POST', path, body);
			expect([path, answer.status]).toEqual([path, expect.toBeOneOf([200, 201])]);
			changes.push(JSON.stringify(answer.body));
		};
		await post(`/transactions/unmatched/${delivery}/settle`, { as: 'other', reason });
		const named = { phone_number: PHONE, reason };
		const about = { kind: 'receipt', id: 'UK19CCCCC1' };
		await post('/decisions', { what: 'expected', about, ...named });
		await post('/decisions', { what: 'note', about: { kind: 'payment', id }, reason });
		await post(`/transactions/${id}/assignments`, { account_reference: PHONE, reason });
		await post(`/transactions/${id}/adjustments`, {
			kind: 'refund',
			amount: 1,
			at: new Date().toISOString(),
			reason,
		});
		const refused = await desk.pay(
			{ result: 777, resultDesc: `Limit of ${REFUSED}` },
			{ phone_number: REFUSED },
		);
		failed = refused.body.data.id;
		await desk.until(failed, ({ status }) => status === 'failed');
		await desk.call('GET', `/transactions/export.csv?search=0712345678`);
		const from = Date.parse('2026-10-31T21:00:00Z');
		const movement = { at: from + MINUTE, paidIn: 900, account: PHONE };
		const statement = {
			from,
			to: from + 2 * MINUTE,
			movements: [{ ...movement, receipt: 'UK12BBBBB1', party: `${OTHER} - JANE DOE` }],
		};
		const sent = await sendStatement(desk, 'a.csv', csvOf(orgRows(statement)));
		expect(sent.status).toBe(201);
	});
	afterAll(() => desk.close());

	const queries = [
		'',
		'?month=2026-11',
		'?month=2026-11&search=0712345678',
		`?search=${PHONE}`,
		'?search=JANE',
		'?q=0712345678',
	];

	/** Collects the answers of all calls that respond. */
	const answers = async (call: Desk['call']) => {
		const lines = (await call('GET', '/reconciliation/lines?month=2026-11')).body.data.data;
		const rows = (await call('GET', '/audit?item_kind=transaction')).body.data?.data ?? [];
		const ids = [id, lines[0].id, rows[0]?.id ?? id, String(delivery), '2026-11', 'UK11AAAAA1'];
		const urls = Object.keys(access).filter(isListed);
		const asked = urls.flatMap((url) =>
			// Items are requested by each id, lists with each query.
			(/:\w+/.test(url) ? ids : ['']).flatMap((one) =>
				queries
					.slice(0, one === '' ? queries.length : 1)
					.map(
						(query) =>
							[
								url,
								url.replace(/^\/api|:\w+/g, (at) => (at === '/api' ? '' : one)) + query,
							] as const,
					),
			),
		);
		const found: { url: string; address: string; text: string }[] = [];
		for (const [url, address] of asked) {
			const { status, body } = await call('GET', address);
			if (status === 200)
				found.push({ url, address, text: typeof body === 'string' ? body : JSON.stringify(body) });
		}
		return { urls, found };
	};

	it.each(['admin', 'finance'] as const)('returns no whole number to %s', async (role) => {
		const { call } = await desk.as(role);
		const { found } = await answers(call);
		const told = found.filter(({ text }) => {
			const digits = text.replace(/[\s().-]/g, '');
			return NUMBERS.some((number) => digits.includes(number)) || text.includes(HASH);
		});
		expect(told.map(({ address }) => address)).toEqual([]);
		const reached = new Set(found.map(({ url }) => url));
		for (const url of [
			...['', '/:id', '/:id/payer', '/:id/suggestions', '/to-check', '/export.csv'].map(
				(path) => `/api/transactions${path}`,
			),
			...['/api/decisions', '/api/reconciliation', '/api/reconciliation/lines', '/api/search'],
			...(role === 'admin' ? ['/api/audit', '/api/audit/:id'] : []),
		])
			expect(reached).toContain(url);
		expect(found.some(({ text }) => text.includes('0712 ••• 678'))).toBe(true);
	});

	it('returns no whole number in answers to changes, in streams and in the audit log', async () => {
		const stream = await fetch(`${desk.address}/api/transactions/${failed}/events`, desk);
		const events = await stream.text();
		expect(events).toContain('Limit of 0722 ••• 444');
		const rows = await desk.database.read
			.selectFrom('audit_log')
			.selectAll()
			.where('item_kind', '<>', 'statement')
			.execute();
		const written = rows.map(({ item_name, before, after, details }) =>
			JSON.stringify([item_name, before, after, details]),
		);
		for (const text of [...changes, events, ...written])
			for (const number of NUMBERS) expect(text.replace(/[\s().-]/g, '')).not.toContain(number);
	});

	it('finds payments by a whole number, and keeps messages of M-Pesa readable', async () => {
		const { body } = await desk.call('GET', '/transactions?search=0712%20345%20678');
		const shown = body.data.data.map((one: { phone_number: string }) => one.phone_number);
		// The account of the last one is this number.
		expect(shown.sort()).toEqual(['0712 ••• 678', '0712 ••• 678', '••• 000']);
		const { evidence } = (await desk.call('GET', `/transactions/${id}`)).body.data;
		expect(evidence.length).toBeGreaterThan(2);
		for (const message of evidence) expect(() => JSON.parse(message.body)).not.toThrow();
	});

	it('never matches hidden digits: list, export, palette and desk', async () => {
		const { call } = await desk.as('finance');
		const counts = async (text: string) => {
			const [list, csv, found, lines] = await Promise.all([
				call('GET', `/transactions?search=${text}`),
				call('GET', `/transactions/export.csv?search=${text}`),
				call('GET', `/search?q=${text}&kinds=payments`),
				call('GET', `/reconciliation/lines?month=2026-11&search=${text}`),
			]);
			return [
				list.body.data.total,
				String(csv.body).trimEnd().split('\r\n').length - 1,
				found.body.data.groups[0]?.total ?? 0,
				lines.body.data.total,
			];
		};
		for (const hidden of ['07123', '2547123', '45678', '1109', '0110987', HASH.slice(0, 10)])
			expect([hidden, await counts(hidden)]).toEqual([hidden, [0, 0, 0, 0]]);
		expect(await counts('0712')).toEqual([2, 2, 2, expect.any(Number)]);
		expect(await counts(OTHER)).toEqual([0, 0, 0, 1]);
		expect(await counts('0110')).toEqual([0, 0, 0, 1]);
		expect((await counts(HASH))[0]).toBe(1);
	});

	it('returns whole numbers to API keys', async () => {
		const { call } = await desk.asKey('finance');
		expect((await call('GET', `/transactions/${id}`)).body.data.phone_number).toBe(PHONE);
	});

	it('reveals a number for a reason, which is audited', async () => {
		const { call } = await desk.as('finance');
		const path = `/transactions/${id}/reveal`;
		const refused = await call('POST', path, { reason: ' ' });
		expect(refused).toMatchObject({
			status: 422,
			body: { fields: { reason: 'Reason is required' } },
		});
		const { status, body } = await call('POST', path, { reason: 'The payer asks for a refund' });
		expect(status).toBe(200);
		expect(body.data.phone_number).toBe(PHONE);
		expect(Date.parse(body.data.until) - Date.now()).toBeLessThanOrEqual(MINUTE);
		const rows = (await desk.call('GET', `/audit?action=reveal&item_id=${id}`)).body.data.data;
		expect(rows).toMatchObject([
			{ item: { kind: 'transaction', id }, details: { reason: 'The payer asks for a refund' } },
		]);
		expect((await call('GET', `/transactions/${id}`)).body.data.phone_number).toBe('0712 ••• 678');
		expect(
			await call('POST', path.replace(id, delivery.toString()), { reason: 'x' }),
		).toMatchObject({
			status: 404,
		});
	});

	it('exports whole numbers only to administrators who request them', async () => {
		const path = '/transactions/export.csv';
		const { call } = await desk.as('finance');
		expect(await call('GET', `${path}?numbers=true`)).toMatchObject({ status: 403 });
		expect((await call('GET', path)).body).toContain('0712 ••• 678');
		expect((await desk.call('GET', `${path}?numbers=true`)).body).toContain(PHONE);
	});

	it('reports people who see many numbers to administrators', async () => {
		const check = async () =>
			(await desk.call('GET', '/system')).body.data.checks.find(
				({ name }: { name: string }) => name === 'Phone numbers',
			);
		const { call } = await desk.as('finance');
		for (let n = 0; n < 9; n++)
			await call('POST', `/transactions/${id}/reveal`, { reason: `Caller ${n}` });
		expect(await check()).not.toMatchObject({ says: expect.stringContaining('within an hour') });
		await call('POST', `/transactions/${id}/reveal`, { reason: 'Caller 10' });
		expect(await check()).toMatchObject({
			state: 'warning',
			says: expect.stringMatching(/ saw 10 whole numbers within an hour$/),
		});
		const reveals = async (asks: Desk['call']) =>
			(await asks('GET', '/statistics/trends')).body.data.reveals;
		expect(await reveals(desk.call)).toContainEqual(
			expect.objectContaining({ count: 10, exported: false }),
		);
		expect(await reveals(call)).toEqual([]);
	});
});
