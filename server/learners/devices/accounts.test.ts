import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccountProblem } from '#shared/account.ts';
import { AT_LENGTH } from '../../../tests/faults/length.ts';
import { listMessages } from '../../finance/payments/fixtures/desk.ts';
import { type Call, engines } from '../../testing/app.ts';
import { type Learners, openLearners } from './fixtures/learners.ts';

const DAY_MS = 86_400_000;

describe.each(engines)('accounts of learners (%s)', (engine) => {
	let learners: Learners;
	let desk: Learners['desk'];
	let clock: Learners['clock'];
	let premium: string;
	beforeAll(async () => {
		learners = await openLearners(engine);
		({ desk, clock, premium } = learners);
	});
	afterAll(() => desk.close());

	const device = () => learners.device();
	const withToken = (given: { account: string; token: string }) => learners.withToken(given);
	const payByHand = (...paid: Parameters<Learners['payByHand']>) => learners.payByHand(...paid);
	const findId = (receipt: string) => learners.findId(receipt);

	it('open premium content with a paybill payment at the price of a plan', async () => {
		const learner = await device();
		expect(findAccountProblem(learner.account)).toBeUndefined();
		expect(await learner.open()).toBe(402);
		const refused = await learner.call('GET', `/files/${premium}`);
		expect(refused.body).toMatchObject({ code: 'payment_required', data: { open: false } });
		const typed = `${learner.account.slice(0, 3)} ${learner.account.slice(3)}`;
		const receipt = await payByHand(typed);
		const access = await learner.access();
		expect(access).toMatchObject({
			account: learner.account,
			open: true,
			payments: [{ kind: 'payment', amount: 600, months: 1, counts: true, why: null }],
			request: null,
		});
		expect(JSON.stringify(access)).not.toContain(receipt);
		expect(await learner.open()).toBe(200);
		const id = await findId(receipt);
		const { body } = await desk.call('GET', `/transactions/${id}`);
		expect(body.data).toMatchObject({ months: 1, to_assign: null });
		// The console names the account by a payment, and lists what the phone paid for other accounts.
		const byPayment = (await desk.call('GET', `/accounts/${id}`)).body;
		expect(byPayment).toEqual((await desk.call('GET', `/accounts/${typed}`)).body);
		const elsewhere = await payByHand('Somebody else', 250);
		const others = `/transactions?payer=${id}&other_accounts=true`;
		const listed = (await desk.call('GET', others)).body.data.data;
		expect(listed).toMatchObject([{ mpesa_receipt_number: elsewhere }]);
	});

	it('do not get months for another amount, or an unknown account', async () => {
		const learner = await device();
		await payByHand(learner.account, 601);
		await payByHand('JANE WANJIKU');
		expect(await learner.access()).toMatchObject({ open: false, payments: [{ why: 'no_plan' }] });
		const { body } = await desk.call('GET', '/accounts/Jane%20Wanjiku');
		expect(body.data).toMatchObject({ open: false, payments: [{ why: 'unassigned' }] });
	});

	it('pay by a prompt; the delivery opens premium content within a second', async () => {
		const count = AT_LENGTH ? 100 : 6;
		const ways = [
			{},
			{ callbackFirst: true },
			{ copies: 2 },
			{ confirmTo: desk.hook('c2b'), confirmFirst: true },
		];
		for (let n = 0; n < count; n++) {
			const learner = await device();
			const paid = { phone_number: `0711${String(n).padStart(6, '0')}`, months: 1 };
			desk.request({ payerMs: 20, ...ways[n % ways.length] });
			const { status, body } = await learner.call('POST', '/payments', paid);
			expect({ status, body }).toMatchObject({
				status: 202,
				body: { data: { account: learner.account } },
			});
			expect(JSON.stringify(body)).not.toMatch(/711\d{6}/);
			await expect.poll(() => learner.open(), { interval: 20 }).toBe(200);
			const words = async () => (await learner.access()).request?.words;
			await expect.poll(words).toBe('Paid.');
			if (n % 20 === 19) clock.offset += 61_000;
		}
	});

	it('hear that another amount than that of the prompt was paid, and get no months', async () => {
		const learner = await device();
		desk.request({ amount: 60, payerMs: 1 });
		const asked = await learner.call('POST', '/payments', {
			...{ phone_number: '0733000001', months: 1 },
		});
		expect(asked.status).toBe(202);
		const words = async () => (await learner.access()).request?.words;
		await expect.poll(words).toMatch(/^M-Pesa reported another payment/);
		const data = await listMessages(desk.call);
		const ours = { as: 'payment', reason: 'Test' };
		const settled = await desk.call('POST', `/transactions/unmatched/${data[0]?.id}/settle`, ours);
		expect(settled.body.data).toMatchObject({ status: 'completed', amount: 60 });
		expect(await words()).toMatch(/^Paid KSh 60, which is not the price of a plan/);
		expect(await learner.open()).toBe(402);
	});

	it('refuse months without a plan, and more than three requests to a phone in an hour', async () => {
		const learner = await device();
		const pay = (months: number, phone_number = '0799000001') => {
			desk.request({ result: 1032, payerMs: 1 });
			return learner.call('POST', '/payments', { phone_number, months });
		};
		expect(await pay(2)).toMatchObject({ status: 422, body: { fields: { months: /no plan/ } } });
		for (let n = 0; n < 3; n++) {
			expect(await pay(1)).toMatchObject({ status: 202 });
			const failed = async () => (await learner.access()).request?.status;
			await expect.poll(failed).toBe('failed');
		}
		const { status, headers } = await pay(1);
		expect(status).toBe(429);
		expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
		expect((await learner.access()).request).toMatchObject({ words: 'The payer cancelled.' });
	});

	it('sign in further devices with a receipt; the fourth signs out one that was unused for a day', async () => {
		const first = await device();
		const receipt = await payByHand(first.account);
		const signIn = (sent: object) => desk.anyone('POST', '/v1/devices', sent);
		const typed = `\u200e${receipt.slice(0, 4).toLowerCase()} ${receipt.slice(4)}.`;
		const message = `${receipt} Confirmed. Ksh600.00 sent to KNEC for account ${first.account}`;
		const devices = [first];
		for (const sent of [typed, message]) {
			clock.offset += 1_000;
			const { status, body } = await signIn({ account: first.account, receipt: sent });
			expect(status).toBe(201);
			devices.push(withToken(body.data));
		}
		clock.offset += DAY_MS - 5_000;
		const full = await signIn({ account: first.account, receipt });
		expect(full).toMatchObject({ status: 409, body: { code: 'devices_full' } });
		// The last two are used, so the first is the one unused for a day.
		expect(await devices[1]?.open()).toBe(200);
		expect(await devices[2]?.open()).toBe(200);
		clock.offset += 5_000;
		const fourth = await signIn({ account: first.account, receipt });
		devices.push(withToken(fourth.body.data));
		expect(await Promise.all(devices.map(({ open }) => open()))).toEqual([401, 200, 200, 200]);
		const other = await device();
		const wrong = [
			{ account: first.account, receipt: 'UKLA999999' },
			{ account: other.account, receipt },
			{ account: 'nobody', receipt },
			{ account: first.account, code: 'ACDEFGHJ' },
		];
		const answers = await Promise.all(wrong.map(signIn));
		for (const { status, body } of answers)
			expect({ status, body }).toEqual({ status: 404, body: answers[0]?.body });
		expect(answers[0]?.body.code).toBe('no_match');
		const { body } = await desk.call('DELETE', `/accounts/${first.account}/devices`);
		expect(body.data.devices).toEqual([]);
		expect(await devices[3]?.open()).toBe(401);
	});

	it('claim a payment for an unknown account once, by the number that paid', async () => {
		const [learner, other] = [await device(), await device()];
		const phone = '254722000111';
		const hash = createHash('sha256').update(phone).digest('hex');
		for (const shown of [phone, '2547 ***** 111', '2547****111', '254722***111', hash]) {
			const receipt = await payByHand('fees', 1_700, shown);
			const claim = (who: typeof learner, phone_number: string) =>
				who.call('POST', '/claims', { receipt, phone_number });
			const wrong = await claim(other, '0722000112');
			expect(wrong).toMatchObject({ status: 404, body: { code: 'no_match' } });
			const { status, body } = await claim(learner, '0722 000 111');
			expect({ status, open: body.data.open }).toEqual({ status: 200, open: true });
			expect((await claim(other, phone)).body).toEqual(wrong.body);
			const id = await findId(receipt);
			const decisions = (await desk.call('GET', `/transactions/${id}/decisions`)).body.data;
			expect(decisions).toMatchObject([{ account_reference: learner.account, months: 3 }]);
			await desk.call('DELETE', `/decisions/${decisions[0].id}`, { reason: 'Test' });
			expect(await learner.open()).toBe(402);
			expect((await claim(learner, phone)).body).toEqual(wrong.body);
		}
		const mine = await payByHand(other.account);
		const theirs = { receipt: mine, phone_number: '0712345678' };
		expect((await learner.call('POST', '/claims', theirs)).status).toBe(404);
	});

	it('close at the next call after a reversal, a withdrawn grant, and the last day', async () => {
		const learner = await device();
		const id = await findId(await payByHand(learner.account));
		const amount = {
			kind: 'refund',
			at: new Date(Date.now() + clock.offset).toISOString(),
			reason: 'Test',
		};
		await desk.call('POST', `/transactions/${id}/adjustments`, { ...amount, amount: 599 });
		expect(await learner.open()).toBe(200);
		await desk.call('POST', `/transactions/${id}/adjustments`, { ...amount, amount: 1 });
		expect(await learner.open()).toBe(402);
		const grants = `/accounts/${learner.account}/grants`;
		const { status, body } = await desk.call('POST', grants, { months: 1, reason: 'Sorry' });
		expect({ status, open: body.data.open }).toEqual({ status: 201, open: true });
		expect(await learner.open()).toBe(200);
		const [grant] = body.data.payments;
		expect(grant).toMatchObject({ kind: 'grant', amount: null, months: 1, id: expect.any(String) });
		await desk.call('DELETE', `${grants}/${grant.id}`, { reason: 'A mistake' });
		expect(await learner.open()).toBe(402);
		await desk.call('POST', grants, { months: 1, reason: 'Again' });
		clock.offset += 27 * DAY_MS;
		expect(await learner.open()).toBe(200);
		clock.offset += 6 * DAY_MS;
		expect(await learner.open()).toBe(402);
	});

	it('are open to each caller as the matrix says', async () => {
		const open = await device();
		await payByHand(open.account);
		const [none, app, viewer] = [
			await device(),
			await desk.asKey('app'),
			await desk.asKey('viewer'),
		];
		const session = await desk.as('admin');
		const file = `/v1/files/${premium}`;
		const callers: [string, Call][] = [
			['nobody', desk.anyone],
			['none', (method, path, ...rest) => none.call(method, path.slice(3), ...rest)],
			['open', (method, path, ...rest) => open.call(method, path.slice(3), ...rest)],
			['app', app.call],
			['viewer', viewer.call],
			['session', session.call],
		];
		const sent = { phone_number: '0712345678', months: 7 };
		const rows: [Parameters<Call>, number[]][] = [
			[
				['GET', '/v1/catalogue'],
				[200, 200, 200, 200, 200, 200],
			],
			[
				['GET', '/v1/access'],
				[401, 200, 200, 401, 401, 401],
			],
			[
				['GET', file],
				[401, 402, 200, 401, 401, 401],
			],
			[
				['GET', `${file}?account=${open.account}`],
				[401, 403, 403, 200, 403, 401],
			],
			[
				['POST', '/v1/payments', sent],
				[401, 422, 422, 401, 401, 401],
			],
			[
				['POST', '/v1/payments', { ...sent, account: 'A1' }],
				[401, 403, 403, 422, 403, 401],
			],
			[
				['POST', '/v1/claims', { phone_number: sent.phone_number, receipt: 'UKLA000000' }],
				[401, 404, 404, 401, 401, 401],
			],
		];
		for (const [args, expected] of rows) {
			const statuses = callers.map(async ([who, call]) => `${who} ${(await call(...args)).status}`);
			expect(await Promise.all(statuses), args.slice(0, 2).join(' ')).toEqual(
				callers.map(([who], at) => `${who} ${expected[at]}`),
			);
		}
		const account = `/accounts/${open.account}`;
		const seen = [app.call, viewer.call, session.call].map(
			async (call) => (await call('GET', account)).status,
		);
		expect(await Promise.all(seen)).toEqual([200, 403, 200]);
		expect((await app.call('GET', '/courses')).status).toBe(403);
		expect((await app.call('DELETE', `${account}/devices`)).status).toBe(403);
		expect(
			(await desk.anyone('GET', account, undefined, { authorization: `Bearer ${open.token}` }))
				.status,
		).toBe(401);
	});

	it('are assigned to many payments at once, and undone', async () => {
		const [receipts, ids]: [string[], string[]] = [[], []];
		// They were made after they were typed, so both payments wait.
		for (const reference of ['Kevin 101', 'Grace 102', 'fees'])
			receipts.push(await payByHand(reference, 1_700));
		const accounts = ['KEVIN101', 'GRACE102', 'GRACE-M-103'];
		expect((await desk.call('POST', '/accounts', { accounts })).status).toBe(201);
		for (const receipt of receipts) ids.push(await findId(receipt));
		const finance = await desk.as('finance');
		const sent = { ids: [...ids, 'unknown'], months: 3, reason: 'As typed' };
		const { status, body } = await finance.call('POST', '/transactions/assignments', sent);
		expect(status).toBe(200);
		expect(body.data).toMatchObject({
			kind: 'transactions',
			action: 'decide',
			done: 2,
			failed: 2,
			results: [
				{ ok: true },
				{ ok: true },
				{ ok: false, code: 'unknown_account' },
				{ ok: false, code: 'not_found' },
			],
		});
		const read = async (name: string) => (await desk.call('GET', `/accounts/${name}`)).body.data;
		expect(await read('KEVIN101')).toMatchObject({ open: true });
		// Somebody assigns one of them again, so its undo is refused.
		const again = { account_reference: 'Grace M 103', months: 3, reason: 'Test' };
		await finance.call('POST', `/transactions/${ids[1]}/assignments`, again);
		const viewer = await desk.as('viewer');
		const undo = `/operations/${body.data.operation}/undo`;
		expect((await viewer.call('POST', undo)).status).toBe(403);
		const undone = (await finance.call('POST', undo)).body.data;
		expect(undone.results).toMatchObject([{ ok: true }, { ok: false, code: 'changed' }]);
		const unknown = { account_reference: 'School fees', months: 3, reason: 'As typed' };
		const refused = await finance.call('POST', '/transactions/assignments', { ids, ...unknown });
		expect(refused).toMatchObject({
			status: 422,
			body: { code: 'unknown_account', data: { did_you_mean: [] } },
		});
		expect(await read('kevin101')).toMatchObject({ open: false, payments: [{ why: 'no_plan' }] });
		expect(await read('gracem103')).toMatchObject({ open: true });
	});

	it('store no token and no phone in audit rows or answers', async () => {
		const { read } = desk.database;
		const rows = await read
			.selectFrom('audit_log')
			.selectAll()
			.where((eb) => eb.or([eb('item_kind', '=', 'account'), eb('actor', 'like', 'learner:%')]))
			.execute();
		expect(rows.length).toBeGreaterThan(0);
		const answers = await read.selectFrom('idempotency_keys').select('body').execute();
		const devices = await read.selectFrom('learner_devices').select('token_hash').execute();
		const text = JSON.stringify([rows, answers]);
		for (const { token_hash } of devices) expect(text).not.toContain(token_hash);
		expect(text).not.toMatch(/254[17]\d{8}/);
	});
});
