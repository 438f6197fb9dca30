import { mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type BucketSettings, bucketSettings } from './files/bucket-settings.ts';
import { type MpesaSettings, REFUSED_IN_CALLBACK } from './mpesa/settings.ts';

/** What the server needs to know from outside, read once and checked. */
export interface Config {
	host: string;
	port: number;
	/** The addresses that people use; the first is the one to print and to put into links. */
	publicUrls: [string, ...string[]];
	dataDir: string;
	/** A PostgreSQL address; without it the database is SQLite in `dataDir`. */
	databaseUrl: string | undefined;
	/** Where files are kept; without it, in `dataDir`. */
	bucket: BucketSettings | undefined;
	productName: string;
	sampleData: boolean;
	/** Networks whose forwarded headers count. */
	trustProxy: string[] | false;
	/** Sites that may read the content calls. */
	corsOrigins: string[];
	logLevel: string;
	mpesa: MpesaSettings;
}

/** A setting that cannot be used. Its message is one sentence that names the variable. */
export class ConfigError extends Error {}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Where the built console lies, relative to the package. */
export const WEB_DIST = resolve(import.meta.dirname, '../web/dist');

type Env = Record<string, string | undefined>;

const text = (env: Env, name: string) => {
	const value = env[name]?.trim();
	return value === '' ? undefined : value;
};

const list = (env: Env, name: string) =>
	(text(env, name) ?? '')
		.split(',')
		.map((part) => part.trim())
		.filter((part) => part !== '');

const port = (env: Env) => {
	const value = text(env, 'PORT') ?? '4000';
	if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
		throw new ConfigError(`PORT must be a number from 0 to 65535, not "${value}".`);
	return Number(value);
};

const site = (name: string, value: string) => {
	const url = URL.parse(value);
	if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
		throw new ConfigError(
			`${name} must be an address such as https://console.example.org, not "${value}".`,
		);
	return url.origin;
};

const flag = (env: Env, name: string) => {
	const value = text(env, name) ?? '0';
	if (!/^(0|1|off|on)$/.test(value))
		throw new ConfigError(`${name} must be 1 or 0, not "${value}".`);
	return value === '1' || value === 'on';
};

const databaseUrl = (env: Env) => {
	const value = text(env, 'DATABASE_URL');
	if (value === undefined) return undefined;
	if (!/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''))
		throw new ConfigError(
			'DATABASE_URL must be a PostgreSQL address such as postgres://user:password@host/name.',
		);
	return value;
};

const bucket = (env: Env) => {
	const value = text(env, 'FILES_URL');
	const settings =
		value === undefined ? undefined : bucketSettings(value, (name) => text(env, name));
	if (typeof settings === 'string') throw new ConfigError(settings);
	return settings;
};

const isNetwork = (value: string) => {
	const [address = '', bits, more] = value.split('/');
	const family = isIP(address);
	if (family === 0 || more !== undefined) return false;
	return (
		bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
	);
};

const networks = (env: Env, name: string) => {
	const named = list(env, name);
	const wrong = named.find((network) => !isNetwork(network));
	if (wrong !== undefined)
		throw new ConfigError(
			`${name} must list addresses or networks such as 10.0.0.0/8, not "${wrong}".`,
		);
	return named;
};

const trustProxy = (env: Env) => {
	const trusted = networks(env, 'TRUST_PROXY');
	return trusted.length > 0 ? trusted : false;
};

const logLevel = (env: Env) => {
	const value = text(env, 'LOG_LEVEL') ?? 'warn';
	if (!/^(trace|debug|info|warn|error|fatal|silent)$/.test(value))
		throw new ConfigError(
			`LOG_LEVEL must be one of trace, debug, info, warn, error, fatal and silent, not "${value}".`,
		);
	return value;
};

const inSet = (env: Env, name: string, allowed: RegExp, rule: string) => {
	const value = text(env, name);
	if (value === undefined) throw new ConfigError(`${name} is needed where MPESA_BASE_URL is set.`);
	if (!allowed.test(value)) throw new ConfigError(`${name} must be ${rule}.`);
	return value;
};

const ANYTHING = /^[\x21-\x7e]+$/;

const darajaAccount = (env: Env): MpesaSettings['account'] => {
	const address = text(env, 'MPESA_BASE_URL');
	if (address === undefined) return undefined;
	const type = text(env, 'MPESA_TRANSACTION_TYPE') ?? 'CustomerPayBillOnline';
	if (type !== 'CustomerPayBillOnline' && type !== 'CustomerBuyGoodsOnline')
		throw new ConfigError(
			'MPESA_TRANSACTION_TYPE must be CustomerPayBillOnline or CustomerBuyGoodsOnline.',
		);
	const visible = 'visible characters without blanks';
	return {
		baseUrl: site('MPESA_BASE_URL', address),
		consumerKey: inSet(env, 'MPESA_CONSUMER_KEY', ANYTHING, visible),
		consumerSecret: inSet(env, 'MPESA_CONSUMER_SECRET', ANYTHING, visible),
		shortCode: inSet(env, 'MPESA_SHORTCODE', /^\d{5,7}$/, '5 or 6 digits'),
		passkey: inSet(env, 'MPESA_PASSKEY', ANYTHING, visible),
		transactionType: type,
	};
};

const hookToken = (env: Env) => {
	const value = text(env, 'MPESA_HOOK_TOKEN');
	if (value === undefined) {
		if (text(env, 'MPESA_BASE_URL') === undefined) return undefined;
		throw new ConfigError('MPESA_HOOK_TOKEN is needed where MPESA_BASE_URL is set.');
	}
	if (!/^[\w.~-]{24,200}$/.test(value))
		throw new ConfigError(
			'MPESA_HOOK_TOKEN must be at least 24 letters, digits, hyphens or underscores.',
		);
	if (REFUSED_IN_CALLBACK.test(value) && text(env, 'MPESA_BASE_URL') !== undefined)
		throw new ConfigError(
			'MPESA_HOOK_TOKEN must not contain mpesa, safaricom, exe, cmd, sql or query: Safaricom refuses such addresses.',
		);
	return value;
};

const mpesaSettings = (env: Env): MpesaSettings => ({
	account: darajaAccount(env),
	hookToken: hookToken(env),
	sources: networks(env, 'MPESA_SOURCES'),
});

/** Safaricom delivers to https only, and the token in the address must not travel in the open. */
const refuseOpenCallbacks = (env: Env, host: string, configured: string | undefined) => {
	if (text(env, 'MPESA_BASE_URL') === undefined || configured?.startsWith('https:')) return;
	const name = configured === undefined ? host : (URL.parse(configured)?.hostname ?? '');
	if (!LOOPBACK.has(name.replace(/^\[|\]$/g, '')))
		throw new ConfigError('PUBLIC_URL must be an https address where MPESA_BASE_URL is set.');
};

/** Settings that would change where data goes; ignoring them would be worse than stopping. */
const NOT_YET = ['DATABASE_REPLICA_URL', 'SMTP_URL'];

/** Reads and checks the settings; throws a `ConfigError` for the first that cannot be used. */
export const readConfig = (env: Env = process.env): Config => {
	const early = NOT_YET.find((name) => text(env, name) !== undefined);
	if (early) throw new ConfigError(`${early} is not supported by this version; please unset it.`);
	const host = text(env, 'HOST') ?? '127.0.0.1';
	if (!isIP(host) && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
		throw new ConfigError(`HOST must be an address or a host name, not "${host}".`);
	const productName = text(env, 'PRODUCT_NAME') ?? 'Ufundi';
	if (productName.length > 40) throw new ConfigError('PRODUCT_NAME must be at most 40 characters.');
	const configured = text(env, 'PUBLIC_URL');
	refuseOpenCallbacks(env, host, configured);
	return {
		host,
		port: port(env),
		publicUrls: publicUrls(host, port(env), configured && site('PUBLIC_URL', configured)),
		dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
		databaseUrl: databaseUrl(env),
		bucket: bucket(env),
		productName,
		sampleData: flag(env, 'SAMPLE_DATA'),
		trustProxy: trustProxy(env),
		corsOrigins: list(env, 'CORS_ORIGINS').map((value) => site('CORS_ORIGINS', value)),
		logLevel: logLevel(env),
		mpesa: mpesaSettings(env),
	};
};

/** The site's addresses; on loopback `localhost` and `127.0.0.1` are both the site. */
export const publicUrls = (
	host: string,
	port: number,
	configured?: string,
): [string, ...string[]] => {
	if (configured) return [configured];
	if (!LOOPBACK.has(host)) return [`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`];
	const literal = host === '::1' ? '[::1]' : '127.0.0.1';
	const names = host === 'localhost' ? [host, literal] : [literal, 'localhost'];
	return names.map((name) => `http://${name}:${port}`) as [string, ...string[]];
};

/** Makes the data folder, readable by its owner only; says so in one sentence when it cannot. */
export const makeDataDir = (dataDir: string) => {
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	} catch (cause) {
		throw new ConfigError(`DATA_DIR cannot be used: ${(cause as Error).message}.`);
	}
};
