import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../testing/app.ts';
import { type Learners, openLearners } from './fixtures/learners.ts';

const DAY_MS = 86_400_000;

/** Plays the thief of each row of the section on learners in docs/security.md. */
describe.each(engines)('a thief (%s)', (engine) => {
	let learners: Learners;
	let desk: Learners['desk'];
	let addresses = 0;
	beforeAll(async () => {
		learners = await openLearners(engine, { rateLimits: true, trustProxy: ['127.0.0.1'] });
		({ desk } = learners);
	});
	afterAll(() => desk.close());

	const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
	/** Returns an address that no other test uses. */
	const makeAddress = () => from(`10.0.${++addresses >> 8}.${addresses & 255}`);
	const signIn = (sent: object, headers = makeAddress()) =>
		desk.anyone('POST', '/v1/devices', sent, headers);
	const makeDevice = async () => learners.withToken((await signIn({})).body.data);
	const listDevices = async (account: string) =>
		(await desk.call('GET', `/accounts/${account}`)).body.data.devices;

	it('is not signed in by a payment that does not count', async () => {
		const owner = await makeDevice();
		const receipt = await learners.payByHand(owner.account, 1);
		for (const sent of [receipt, `${receipt} Confirmed. Ksh1.00 sent to us.`])
			expect((await signIn({ account: owner.account, receipt: sent })).status).toBe(404);
		expect(await listDevices(owner.account)).toHaveLength(1);
	});

	it('is signed out when the payment is reversed, written off or assigned to another account', async () => {
		const endings: ((id: string) => [path: string, body: object])[] = [
			(id) => [`/transactions/${id}/adjustments`, { kind: 'reversal', amount: 600, at: at() }],
			(id) => [`/transactions/${id}/write-off`, { as: 'not_ours' }],
			(id) => [`/transactions/${id}/assignments`, { account_reference: '0722000999', months: 1 }],
		];
		const at = () => new Date(Date.now() + learners.clock.offset).toISOString();
		for (const end of endings) {
			const owner = await makeDevice();
			const receipt = await learners.payByHand(owner.account);
			const { status, body } = await signIn({ account: owner.account, receipt });
			expect(status).toBe(201);
			const thief = learners.withToken(body.data);
			const id = await learners.findId(receipt);
			expect(await listDevices(owner.account)).toMatchObject([
				{ by: { kind: 'payment', receipt, transaction_id: id, staff: null } },
				{ by: { kind: 'new_account', receipt: null } },
			]);
			expect((await thief.call('GET', '/access')).status).toBe(200);
			const [path, sent] = end(id);
			expect((await desk.call('POST', path, { ...sent, reason: 'Test' })).status).toBe(201);
			expect((await thief.call('GET', '/access')).status).toBe(401);
			expect((await owner.call('GET', '/access')).status).toBe(200);
			expect(await listDevices(owner.account)).toHaveLength(1);
			expect((await signIn({ account: owner.account, receipt })).status).toBe(404);
		}
	});

	it('cannot end the devices of an owner who uses them', async () => {
		const owner = await makeDevice();
		const receipt = await learners.payByHand(owner.account);
		const sent = { account: owner.account, receipt };
		const thieves: number[] = [];
		for (let n = 0; n < 5; n++) thieves.push((await signIn(sent)).status);
		expect(thieves).toEqual([201, 201, 409, 409, 409]);
		// Used a minute ago, a day after the others: those are signed out first.
		learners.clock.offset += DAY_MS;
		expect(await owner.open()).toBe(200);
		for (let n = 0; n < 3; n++) thieves.push((await signIn(sent)).status);
		expect(thieves.slice(5)).toEqual([201, 201, 409]);
		expect(await owner.open()).toBe(200);
	});

	it('gets one device for three tries of one sign-in, and not the token of another address', async () => {
		const owner = await makeDevice();
		const receipt = await learners.payByHand(owner.account);
		const headers = { ...makeAddress(), 'idempotency-key': 'first' };
		const sent = { account: owner.account, receipt };
		const answers = [];
		for (let n = 0; n < 3; n++) answers.push((await signIn(sent, headers)).body);
		expect(answers[1]).toEqual(answers[0]);
		expect(answers[2]).toEqual(answers[0]);
		expect(await listDevices(owner.account)).toHaveLength(2);
		const made = await signIn({}, { ...headers, 'idempotency-key': 'weak' });
		const other = await signIn({}, { ...makeAddress(), 'idempotency-key': 'weak' });
		expect(other.body.data.account).not.toBe(made.body.data.account);
		const rows = await desk.database.read.selectFrom('idempotency_keys').select('body').execute();
		expect(JSON.stringify(rows)).not.toContain(answers[0].data.token);
	});

	it('finds no masked phone of a known receipt, whatever the address or device', async () => {
		const phone = '254722000987';
		const receipt = await learners.payByHand('fees', 600, '2547****987');
		const claim = async (who: Awaited<ReturnType<typeof makeDevice>>, tail: number) =>
			who.call(
				'POST',
				'/claims',
				{ receipt, phone_number: `254722${String(tail).padStart(3, '0')}988` },
				makeAddress(),
			);
		const devices = [await makeDevice(), await makeDevice()];
		const tried = await Promise.all(
			Array.from({ length: 25 }, (_, n) => claim(devices[n % 2] as (typeof devices)[0], n)),
		);
		const statuses = tried.map(({ status }) => status).sort();
		expect(statuses).toEqual([...Array(10).fill(404), ...Array(15).fill(429)]);
		const refused = tried.find(({ status }) => status === 429);
		expect(Number(refused?.headers['retry-after'])).toBe(3_600);
		// Also the right number, and also later: the payment waits for the staff.
		learners.clock.offset += 2 * DAY_MS;
		const right = { receipt, phone_number: phone };
		expect((await devices[0]?.call('POST', '/claims', right, makeAddress()))?.status).toBe(429);
		const marked = await desk.call('GET', '/transactions?mark=claimed_often');
		expect(marked.body.data.data).toMatchObject([{ mpesa_receipt_number: receipt }]);
		// A receipt that no payment has answers alike.
		const unknown = { receipt: 'UKLA999998', phone_number: phone };
		const answers: number[] = [];
		for (let n = 0; n < 11; n++)
			answers.push(
				(await devices[0]?.call('POST', '/claims', unknown, makeAddress()))?.status ?? 0,
			);
		expect(answers).toEqual([...Array(10).fill(404), 429]);
	});

	it('cannot keep an owner from signing in or claiming', async () => {
		const owner = await makeDevice();
		const receipt = await learners.payByHand(owner.account);
		const address = makeAddress();
		const wrong: number[] = [];
		for (let n = 0; n < 301; n++)
			wrong.push(
				(await signIn({ account: owner.account, receipt: `UZZZ${100_000 + n}` }, address)).status,
			);
		expect(new Set(wrong.slice(0, 300))).toEqual(new Set([404]));
		expect(wrong[300]).toBe(429);
		expect((await signIn({ account: owner.account, receipt }, address)).status).toBe(201);
		const phone_number = '254722000111';
		const stray = await learners.payByHand('fees', 600, phone_number);
		for (let n = 0; n < 9; n++)
			await owner.call('POST', '/claims', { receipt: stray, phone_number: '0722000112' }, address);
		const claim = { receipt: `${stray} Confirmed. Ksh600.00 sent.`, phone_number };
		expect((await owner.call('POST', '/claims', claim, address)).status).toBe(200);
	});

	it('sends strangers no more prompts than its address may, and others still pay', async () => {
		type Device = Awaited<ReturnType<typeof makeDevice>>;
		let phones = 0;
		const phone = () => `0733${String(++phones).padStart(6, '0')}`;
		const pay = (who: Device, headers: Record<string, string>, phone_number = phone()) => {
			desk.request({ result: 1032, payerMs: 'never' });
			return who.call('POST', '/payments', { phone_number, months: 1 }, headers);
		};
		const paid = await makeDevice();
		await learners.payByHand(paid.account);
		const address = makeAddress();
		const devices: Device[] = [];
		for (let n = 0; n < 67; n++) devices.push(await makeDevice());
		const statuses: number[] = [];
		for (const who of devices.splice(0, 7)) statuses.push((await pay(who, address)).status);
		expect(statuses).toEqual([...Array(5).fill(202), 429, 429]);
		// From many addresses: 60 a minute in all. The phone is busy, so that no request takes long.
		const more = devices.map((who) => pay(who, makeAddress(), '0733000001'));
		const answers = (await Promise.all(more)).map(({ status }) => status);
		expect(answers.sort()).toEqual([...Array(55).fill(409), ...Array(5).fill(429)]);
		expect((await pay(paid, address)).status).toBe(202);
		const app = await desk.asKey('app');
		const body = { phone_number: '0733999999', months: 1, account: paid.account };
		expect((await app.call('POST', '/v1/payments', body)).status).toBe(202);
	});

	it('sends one phone three prompts of an account in an hour, and six in all', async () => {
		const phone_number = '0734000001';
		const statuses: number[] = [];
		for (let n = 0; n < 3; n++) {
			const who = await makeDevice();
			await learners.payByHand(who.account);
			for (let m = 0; m < 4; m++) {
				desk.request({ result: 1032, payerMs: 1 });
				const { status } = await who.call('POST', '/payments', { phone_number, months: 1 });
				statuses.push(status);
				const isOpen = async () => (await who.access()).request?.status === 'pending';
				await expect.poll(isOpen).toBe(false);
			}
		}
		const [yes, no] = [202, 429];
		expect(statuses).toEqual([yes, yes, yes, no, yes, yes, yes, no, no, no, no, no]);
		const who = await makeDevice();
		await learners.payByHand(who.account);
		const other = { phone_number: '0734000002', months: 1 };
		desk.request({ payerMs: 'never' });
		expect((await who.call('POST', '/payments', other)).status).toBe(202);
		expect(await who.call('POST', '/payments', other)).toMatchObject({
			status: 409,
			body: { code: 'conflict' },
		});
	});

	it('uses no code of the staff twice, after a day, withdrawn, or for another account', async () => {
		const [owner, other] = [await makeDevice(), await makeDevice()];
		const codes = `/accounts/${owner.account}/codes`;
		const makeCode = async () => (await desk.call('POST', codes)).body.data.code as string;
		const code = await makeCode();
		expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{8}$/);
		expect((await signIn({ account: other.account, code })).status).toBe(404);
		const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}.`;
		const { status, body } = await signIn({ account: owner.account, code: typed });
		expect(status).toBe(201);
		const device = learners.withToken(body.data);
		expect((await device.call('GET', '/access')).status).toBe(200);
		const [used] = await listDevices(owner.account);
		expect(used).toMatchObject({ by: { kind: 'code', staff: expect.stringMatching(/^admin/) } });
		expect((await signIn({ account: owner.account, code })).status).toBe(404);
		const old = await makeCode();
		learners.clock.offset += DAY_MS;
		expect((await signIn({ account: owner.account, code: old })).status).toBe(404);
		const open = await makeCode();
		await desk.call('DELETE', codes);
		expect((await signIn({ account: owner.account, code: open })).status).toBe(404);
		expect((await device.call('GET', '/access')).status).toBe(401);
		const viewer = await desk.as('viewer');
		expect((await viewer.call('POST', codes)).status).toBe(403);
		const text = JSON.stringify([
			await desk.database.read.selectFrom('learner_codes').selectAll().execute(),
			await desk.database.read.selectFrom('audit_log').selectAll().execute(),
		]);
		for (const secret of [code, old, open]) expect(text).not.toContain(secret);
	});

	it('signs out devices of its own account only', async () => {
		const [owner, thief] = [await makeDevice(), await makeDevice()];
		const list = async (who: typeof owner) => (await who.call('GET', '/devices')).body.data;
		const [mine] = await list(owner);
		expect(mine).toEqual({
			id: expect.any(String),
			this: true,
			signed_in_at: expect.any(String),
			seen_at: expect.any(String),
		});
		expect((await thief.call('DELETE', `/devices/${mine.id}`)).status).toBe(404);
		expect((await thief.call('DELETE', '/devices/this')).status).toBe(200);
		expect((await thief.call('GET', '/devices')).status).toBe(401);
		expect(await list(owner)).toHaveLength(1);
	});
});
