import { mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { line } from '#shared/contract/platform/fields.ts';
import { readMpesaSettings, refuseOpenCallbacks } from './finance/mpesa/read-settings.ts';
import type { MpesaSettings } from './finance/mpesa/settings.ts';
import { readPlans } from './finance/plans.ts';
import { type BucketSettings, parseBucketSettings } from './platform/files/bucket-settings.ts';
import {
	ConfigError,
	type Env,
	LOOPBACK,
	readFlag,
	readList,
	readNetworks,
	readSite,
	readText,
} from './platform/settings/env.ts';
import {
	type FirstAdmin,
	type MailSettings,
	type OidcSettings,
	readFirstAdmin,
	readMail,
	readOidc,
	readRateLimits,
	readSecret,
} from './platform/settings/identity.ts';
import { readOrCreateSecret } from './platform/settings/secret-file.ts';

/** The checked settings. */
export interface Config {
	host: string;
	port: number;
	/** The public addresses of the site; the first is used in output and links. */
	publicUrls: [string, ...string[]];
	dataDir: string;
	/** A PostgreSQL address; without it the database is SQLite in `dataDir`. */
	databaseUrl: string | undefined;
	bucket: BucketSettings | undefined;
	productName: string;
	sampleData: boolean;
	trustProxy: string[] | false;
	corsOrigins: string[];
	logLevel: string;
	secret: string | undefined;
	firstAdmin: FirstAdmin | undefined;
	mail: MailSettings | undefined;
	oidc: OidcSettings | undefined;
	rateLimits: boolean;
	trashDays: number;
	maskPhones: boolean;
	/** Whether scanned pages are read by OCR. */
	ocr: boolean;
	/** Whether the parts are on: payments with all that belongs to them, and intake, coverage and the text of files. */
	finance: boolean;
	papers: boolean;
	/** Whether `/api/mcp` is on. */
	mcp: boolean;
	/** Whether `/api/v1` is on. */
	learners: boolean;
	plans: Plan[];
	mpesa: MpesaSettings;
}

/** The folder of the built console. */
export const WEB_DIST = resolve(import.meta.dirname, '../web/dist');

const readPort = (env: Env) => {
	const value = readText(env, 'PORT') ?? '4000';
	if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
		throw new ConfigError(`PORT must be a number from 0 to 65535, not "${value}".`);
	return Number(value);
};

const readPostgresUrl = (env: Env) => {
	const name = 'DATABASE_URL';
	const value = readText(env, name);
	if (value === undefined) return undefined;
	if (!/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''))
		throw new ConfigError(
			`${name} must be a PostgreSQL address such as postgres://user:password@host/name.`,
		);
	if (/%(?![0-9a-f]{2})/i.test(value))
		throw new ConfigError(`${name} must have %25 for a % in it, as addresses do.`);
	return value;
};

/** Stops a start that expects reads to come from a replica. */
const refuseReplica = (env: Env) => {
	if (readText(env, 'DATABASE_REPLICA_URL') !== undefined)
		throw new ConfigError(
			'DATABASE_REPLICA_URL is no longer used, and all reads come from DATABASE_URL. Remove it from the settings.',
		);
};

const readBucket = (env: Env) => {
	const value = readText(env, 'FILES_URL');
	const settings =
		value === undefined ? undefined : parseBucketSettings(value, (name) => readText(env, name));
	if (typeof settings === 'string') throw new ConfigError(settings);
	return settings;
};

const readTrustProxy = (env: Env) => {
	const trusted = readNetworks(env, 'TRUST_PROXY');
	if (trusted.some((network) => network.endsWith('/0')))
		throw new ConfigError(
			'TRUST_PROXY must name the networks of your proxies, not all there are: anybody could then claim any address.',
		);
	return trusted.length > 0 ? trusted : false;
};

const logLevel = (env: Env) => {
	const value = readText(env, 'LOG_LEVEL') ?? 'warn';
	if (!/^(info|warn|error|fatal|silent)$/.test(value))
		throw new ConfigError(
			`LOG_LEVEL must be one of info, warn, error, fatal and silent, not "${value}".`,
		);
	return value;
};

const readProductName = (env: Env) => {
	const name = line('PRODUCT_NAME', '', 40).safeParse(readText(env, 'PRODUCT_NAME') ?? 'Ufundi');
	if (!name.success) throw new ConfigError(`${name.error.issues[0]?.message}.`);
	return name.data;
};

const readTrashDays = (env: Env) => {
	const value = readText(env, 'TRASH_DAYS') ?? '30';
	if (!/^[1-9]\d{0,3}$/.test(value) || Number(value) > 3650)
		throw new ConfigError(`TRASH_DAYS must be a whole number from 1 to 3650, not "${value}".`);
	return Number(value);
};

/** Reads and checks the settings; throws a `ConfigError` for the first that cannot be used. */
export const readConfig = (env: Env = process.env): Config => {
	const host = readText(env, 'HOST') ?? '127.0.0.1';
	const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host) && URL.canParse(`http://${host}`);
	if (!isIP(host) && !isName)
		throw new ConfigError(`HOST must be an address or a host name, not "${host}".`);
	const configured = readText(env, 'PUBLIC_URL');
	refuseOpenCallbacks(env, host, configured);
	refuseReplica(env);
	return {
		host,
		port: readPort(env),
		publicUrls: listPublicUrls(
			host,
			readPort(env),
			configured && readSite('PUBLIC_URL', configured),
		),
		dataDir: resolve(readText(env, 'DATA_DIR') ?? './data'),
		databaseUrl: readPostgresUrl(env),
		bucket: readBucket(env),
		productName: readProductName(env),
		sampleData: readFlag(env, 'SAMPLE_DATA'),
		trustProxy: readTrustProxy(env),
		corsOrigins: readList(env, 'CORS_ORIGINS').map((value) => readSite('CORS_ORIGINS', value)),
		logLevel: logLevel(env),
		secret: readSecret(env),
		firstAdmin: readFirstAdmin(env),
		mail: readMail(env),
		oidc: readOidc(env),
		rateLimits: readRateLimits(env, host),
		trashDays: readTrashDays(env),
		maskPhones: readFlag(env, 'MASK_PHONES'),
		ocr: readFlag(env, 'OCR', '1'),
		mpesa: readMpesaSettings(env),
		finance: readFlag(env, 'FINANCE', '1'),
		papers: readFlag(env, 'PAPERS', '1'),
		mcp: readFlag(env, 'MCP'),
		learners: readFlag(env, 'LEARNERS'),
		plans: readPlans(env),
	};
};

/** Returns the site's addresses; on loopback, both `localhost` and `127.0.0.1`. */
export const listPublicUrls = (
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Rate limits: `max` in `per` milliseconds, on all servers together. */
export const LIMITS = {
	/** Calls by session, by key, or by address of a caller who is not signed in. */
	session: { max: 1_200, per: MINUTE },
	key: { max: 6_000, per: MINUTE },
	address: { max: 300, per: MINUTE },
	/** Calls of learners' apps by address, which a class or a mobile operator shares, and reads by device. */
	learners: { max: 6_000, per: MINUTE },
	device: { max: 120, per: MINUTE },
	newAccounts: { max: 600, per: HOUR },
	/** Reports of problems by device, or by address without one, and by address. */
	deviceProblems: { max: 5, per: HOUR },
	problems: { max: 60, per: HOUR },
	/** Wrong sign-ins and claims by address. Wrong claims of a receipt are counted in the database. */
	wrongProofs: { max: 300, per: HOUR },
	/** Payment requests by key, and for accounts that never paid by address and in all; others are counted in the database. */
	appPrompts: { max: 60, per: MINUTE },
	newPayer: { max: 5, per: HOUR },
	newPayers: { max: 60, per: MINUTE },
	/** Chunks of uploads by session or key, instead of `session`: at least 25 MiB a second. */
	chunks: { max: 6_000, per: MINUTE },
	/** Uploads by person or key. A chunked upload counts once. */
	uploads: { max: 600, per: HOUR },
	exports: { max: 30, per: HOUR },
	reveals: { max: 60, per: HOUR },
	/** Payment callbacks with the right token, all together; wrong ones count for their address. */
	hooks: { max: 2_000, per: 1_000 },
	/** Failed sign-ins and wrong passwords: by account and address, and by address. */
	signInAccount: { max: 10, per: 15 * MINUTE },
	signInAddress: { max: 30, per: 15 * MINUTE },
	/** Wrong second factor codes: by address, and by person from all addresses without a session of the person. */
	code: { max: 10, per: 15 * MINUTE },
	codeElsewhere: { max: 60, per: HOUR },
	recoveryCode: { max: 10, per: 15 * MINUTE },
	/** Requests for a password reset link: by account and address, and by address. */
	resetAccount: { max: 3, per: HOUR },
	resetAddress: { max: 10, per: HOUR },
	setup: { max: 20, per: HOUR },
	links: { max: 60, per: HOUR },
} as const;

/** Throws a `ConfigError` if the database may be shared by several servers but `SECRET` is not set. */
export const requireSecret = ({ secret, databaseUrl }: Config) => {
	if (secret === undefined && databaseUrl !== undefined)
		throw new ConfigError('SECRET is needed where DATABASE_URL is set: all servers need the same.');
};

/** Returns the secret of an installation: the one in the settings, or the one in its data folder. */
export const getSecret = ({ secret, dataDir }: Config) => secret ?? readOrCreateSecret(dataDir);

/** Creates the data folder, readable by its owner only; throws a `ConfigError` on failure. */
export const makeDataDir = (dataDir: string) => {
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	} catch (cause) {
		throw new ConfigError(`DATA_DIR cannot be used: ${(cause as Error).message}.`);
	}
};
