import { deflateRawSync } from 'node:zlib';
import {
	ConfigError,
	type Env,
	LOOPBACK,
	readList,
	readNetworks,
	readSite,
	readText,
} from '../../platform/settings/env.ts';
import { type MpesaSettings, REFUSED_IN_CALLBACK } from './settings.ts';

const readMatching = (
	env: Env,
	name: string,
	allowed: RegExp,
	rule: string,
	where = 'MPESA_BASE_URL',
) => {
	const value = readText(env, name);
	if (value === undefined) throw new ConfigError(`${name} is needed where ${where} is set.`);
	if (!allowed.test(value)) throw new ConfigError(`${name} must be ${rule}.`);
	return value;
};

const readNumber = (env: Env, name: string, where?: string) =>
	readText(env, name) === undefined && where === undefined
		? undefined
		: readMatching(env, name, /^\d{5,7}$/, '5 to 7 digits', where);

const readTransactionType = (env: Env) => {
	const type = readText(env, 'MPESA_TRANSACTION_TYPE') ?? 'CustomerPayBillOnline';
	if (type !== 'CustomerPayBillOnline' && type !== 'CustomerBuyGoodsOnline')
		throw new ConfigError(
			'MPESA_TRANSACTION_TYPE must be CustomerPayBillOnline or CustomerBuyGoodsOnline.',
		);
	return type;
};

const readTill = (env: Env) => {
	const value = readNumber(env, 'MPESA_TILL');
	if (value !== undefined && readTransactionType(env) !== 'CustomerBuyGoodsOnline')
		throw new ConfigError(
			'MPESA_TILL is for MPESA_TRANSACTION_TYPE CustomerBuyGoodsOnline; a paybill has none.',
		);
	return value;
};

/**
 * Returns the short codes that confirmations may name. A till's confirmations name the till or its store, so a till
 * without MPESA_TILL has none.
 */
const readShortCodes = (env: Env) => {
	const paid = readTill(env);
	const code = readNumber(env, 'MPESA_SHORTCODE', paid && 'MPESA_TILL');
	if (paid === undefined && readTransactionType(env) === 'CustomerBuyGoodsOnline') return [];
	return [code, paid].filter((each) => each !== undefined);
};

const ANYTHING = /^[\x21-\x7e]+$/;

const readDarajaAccount = (env: Env): MpesaSettings['account'] => {
	const address = readText(env, 'MPESA_BASE_URL');
	if (address === undefined) return undefined;
	const visible = 'visible characters without blanks';
	return {
		baseUrl: readSite('MPESA_BASE_URL', address),
		consumerKey: readMatching(env, 'MPESA_CONSUMER_KEY', ANYTHING, visible),
		consumerSecret: readMatching(env, 'MPESA_CONSUMER_SECRET', ANYTHING, visible),
		shortCode: readNumber(env, 'MPESA_SHORTCODE', 'MPESA_BASE_URL') as string,
		till: readTill(env),
		passkey: readMatching(env, 'MPESA_PASSKEY', ANYTHING, visible),
		transactionType: readTransactionType(env),
	};
};

const isRepetitive = (value: string) =>
	new Set(value).size < 7 || deflateRawSync(value).length < 19;

const checkHookToken = (env: Env, value: string) => {
	if (!/^[\w.~-]{24,200}$/.test(value))
		throw new ConfigError(
			'MPESA_HOOK_TOKEN must be at least 24 letters, digits, hyphens or underscores.',
		);
	if (isRepetitive(value))
		throw new ConfigError(
			'MPESA_HOOK_TOKEN repeats itself and could be guessed: `openssl rand -hex 24` makes one that cannot.',
		);
	if (REFUSED_IN_CALLBACK.test(value) && readText(env, 'MPESA_BASE_URL') !== undefined)
		throw new ConfigError(
			'MPESA_HOOK_TOKEN must not contain mpesa, safaricom, exe, cmd, sql or query: Safaricom refuses such addresses.',
		);
};

const readHookTokens = (env: Env) => {
	const tokens = readList(env, 'MPESA_HOOK_TOKEN');
	if (tokens.length === 0 && readText(env, 'MPESA_BASE_URL') !== undefined)
		throw new ConfigError('MPESA_HOOK_TOKEN is needed where MPESA_BASE_URL is set.');
	if (tokens.length > 2)
		throw new ConfigError('MPESA_HOOK_TOKEN takes at most two: the new one, and the one before.');
	for (const token of tokens) checkHookToken(env, token);
	return tokens;
};

/** The variables that M-Pesa needs to deliver payments and to send requests. */
const NEEDED = [
	...['MPESA_HOOK_TOKEN', 'MPESA_BASE_URL', 'MPESA_CONSUMER_KEY', 'MPESA_CONSUMER_SECRET'],
	...['MPESA_SHORTCODE', 'MPESA_PASSKEY'],
];

/** Reads the variables MPESA_…. */
export const readMpesaSettings = (env: Env): MpesaSettings => ({
	account: readDarajaAccount(env),
	hookTokens: readHookTokens(env),
	sources: readNetworks(env, 'MPESA_SOURCES'),
	shortCodes: readShortCodes(env),
	missing: NEEDED.filter((name) => readText(env, name) === undefined),
});

/** Throws unless callbacks use https: Safaricom requires it, and the address contains a secret token. */
export const refuseOpenCallbacks = (env: Env, host: string, configured: string | undefined) => {
	if (readText(env, 'MPESA_BASE_URL') === undefined || configured?.startsWith('https:')) return;
	const name = configured === undefined ? host : (URL.parse(configured)?.hostname ?? '');
	if (!LOOPBACK.has(name.replace(/^\[|\]$/g, '')))
		throw new ConfigError('PUBLIC_URL must be an https address where MPESA_BASE_URL is set.');
};
