import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';

const SET = {
	MPESA_BASE_URL: 'https://sandbox.safaricom.co.ke',
	MPESA_CONSUMER_KEY: 'key',
	MPESA_CONSUMER_SECRET: 'secret',
	MPESA_SHORTCODE: '174379',
	MPESA_PASSKEY: 'passkey',
	MPESA_HOOK_TOKEN: 'abcdefghijklmnopqrstuvwx',
	PUBLIC_URL: 'https://console.example.org',
};

describe('M-Pesa settings', () => {
	it('are optional: without them nothing is sent and nothing is received', () => {
		const none = { account: undefined, hookTokens: [], sources: [], shortCodes: [] };
		const missing = Object.keys(SET).filter((name) => name.startsWith('MPESA'));
		const read = readConfig({}).mpesa;
		expect({ ...read, missing: read.missing?.toSorted() }).toEqual({
			...none,
			missing: missing.toSorted(),
		});
		const { mpesa } = readConfig({ MPESA_HOOK_TOKEN: SET.MPESA_HOOK_TOKEN });
		expect(mpesa).toMatchObject({ account: undefined, hookTokens: [SET.MPESA_HOOK_TOKEN] });
	});

	it('are read completely', () => {
		const { mpesa } = readConfig({ ...SET, MPESA_SOURCES: '196.201.214.200, 10.0.0.0/8' });
		expect(mpesa).toMatchObject({
			account: { shortCode: '174379', transactionType: 'CustomerPayBillOnline' },
			sources: ['196.201.214.200', '10.0.0.0/8'],
			missing: [],
		});
	});

	it('accept a second token during a change, the new one first', () => {
		const MPESA_HOOK_TOKEN = `5b0e94d1c7a2f6830bd3c97e, ${SET.MPESA_HOOK_TOKEN}`;
		expect(readConfig({ ...SET, MPESA_HOOK_TOKEN }).mpesa.hookTokens).toEqual(
			MPESA_HOOK_TOKEN.split(', '),
		);
	});

	it.each([
		['MPESA_BASE_URL', 'safaricom'],
		['MPESA_CONSUMER_KEY', ''],
		['MPESA_CONSUMER_SECRET', ''],
		['MPESA_SHORTCODE', '12'],
		['MPESA_PASSKEY', ''],
		['MPESA_TRANSACTION_TYPE', 'PayBill'],
		['MPESA_HOOK_TOKEN', ''],
		['MPESA_HOOK_TOKEN', 'too-short'],
		['MPESA_HOOK_TOKEN', 'a'.repeat(24)],
		['MPESA_HOOK_TOKEN', 'ab'.repeat(30)],
		['MPESA_HOOK_TOKEN', 'changeme'.repeat(3)],
		['MPESA_HOOK_TOKEN', 'aaaabbbbccccddddeeeeffff'],
		['MPESA_HOOK_TOKEN', '1234567812345678123456781234567812345678'],
		['MPESA_HOOK_TOKEN', `${SET.MPESA_HOOK_TOKEN},too-short`],
		['MPESA_HOOK_TOKEN', ['a', 'b', 'c'].map((end) => SET.MPESA_HOOK_TOKEN + end).join()],
		['MPESA_HOOK_TOKEN', 'abcdefghijklmnopqr/tuvwxyz'],
		['MPESA_HOOK_TOKEN', 'my-mpesa-secret-segment-of-it'],
		['MPESA_TILL', '12'],
		// A paybill has no till.
		['MPESA_TILL', '5551234'],
		['MPESA_SOURCES', '196.201.214'],
		['PUBLIC_URL', 'http://console.example.org'],
	])('are rejected with the name of the variable if %s is "%s"', (name, value) => {
		expect(() => readConfig({ ...SET, [name]: value })).toThrow(name);
	});

	const TILL = { MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline', MPESA_SHORTCODE: '600100' };
	it.each([
		['nothing', {}, []],
		['the paybill', { MPESA_SHORTCODE: '174379' }, ['174379']],
		['the store and the till', { ...TILL, MPESA_TILL: '5551234' }, ['600100', '5551234']],
		['one number of a till', TILL, []],
	])('return our short codes if they name %s', (_, env, shortCodes) => {
		expect(readConfig(env).mpesa.shortCodes).toEqual(shortCodes);
		const account = { ...SET, ...env };
		if ('MPESA_SHORTCODE' in env)
			expect(readConfig(account).mpesa).toMatchObject({ shortCodes, account: {} });
	});

	it('require the number of the store of a till', () => {
		const { MPESA_SHORTCODE: _, ...without } = TILL;
		expect(() => readConfig({ ...without, MPESA_TILL: '5551234' })).toThrow('MPESA_SHORTCODE');
	});

	it('accept any random token', () => {
		for (let drawn = 0; drawn < 1_000; drawn++) {
			const MPESA_HOOK_TOKEN = randomBytes(12).toString('hex');
			expect(readConfig({ MPESA_HOOK_TOKEN }).mpesa.hookTokens).toEqual([MPESA_HOOK_TOKEN]);
		}
	});

	it('accept an address without https on loopback only', () => {
		expect(readConfig({ ...SET, PUBLIC_URL: 'http://localhost:4000' }).mpesa.account).toBeDefined();
		expect(() => readConfig({ ...SET, PUBLIC_URL: '', HOST: '0.0.0.0' })).toThrow('PUBLIC_URL');
	});
});
