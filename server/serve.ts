import { collectDefaultMetrics } from 'prom-client';
import { formatCount } from '#shared/grouped.ts';
import { buildApp } from './app.ts';
import {
	type Config,
	getSecret,
	listPublicUrls,
	makeDataDir,
	readConfig,
	requireSecret,
} from './config.ts';
import { openDatabase } from './open-database.ts';
import type { OpenParts } from './open-parts.ts';
import { listJobs } from './parts.ts';
import { lockDataDir } from './platform/db/data-lock.ts';
import { openFileStore } from './platform/files/open.ts';
import { endLeases, startJobs } from './platform/jobs.ts';
import { limitErrors, limitRepeats, say } from './platform/log.ts';
import { ConfigError, type Env } from './platform/settings/env.ts';
import { readPackageVersion } from './platform/settings/version.ts';
import { makeFirstAdmin, setupAddress } from './platform/sign-in/routes.ts';
import { makeListenError } from './problems.ts';
import { refuseMissingDatabase, refuseMissingFiles, refuseOtherSecret } from './startup-checks.ts';

/** Maximum number of connections that wait to be accepted: libuv accepts once in a turn of the event loop. */
const BACKLOG = 2_048;

const openNamed = ({ databaseUrl, dataDir }: Config) =>
	openDatabase(
		{ dataDir, databaseUrl },
		{
			say,
			onError: ({ message }) =>
				limitRepeats(`ended ${message}`, (repeated) =>
					say(`The database ended ${formatCount(repeated || 1, 'connection')}: ${message}`, 'warn'),
				),
		},
	);

/** Describes a request in the log, without the token of a callback and the query, which may hold phone numbers. */
const describeRequest = ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
	method,
	url: url.replace(/\?.*/s, '?…').replace(/(\/hooks\/)[^/]*/, '$1…'),
	ip,
});

/**
 * Reads the settings, opens what they name, and listens; resolves to its address. Adds each opened part to `open` at
 * once, so that it can be closed.
 */
export const serve = async (open: OpenParts, env?: Env) => {
	const config = readConfig(env);
	// Written files may contain phone numbers: only the owner can read them.
	process.umask(0o077);
	makeDataDir(config.dataDir);
	requireSecret(config);
	if (!config.databaseUrl) open.folder = lockDataDir(config.dataDir);
	if (!config.databaseUrl) refuseMissingDatabase(config.dataDir);
	const database = await openNamed(config);
	open.database = database.close;
	// The lock on the data folder proves that the holder of a lease is dead.
	if (!config.databaseUrl) await endLeases(database);
	if (!config.bucket) await refuseMissingFiles(config.dataDir, database.read);
	// After the database, because a secret without a database means that the database is missing.
	const secret = getSecret(config);
	if (config.databaseUrl) await refuseOtherSecret(database, secret);
	const files = await openFileStore(config, (error) =>
		say(`The file store does not answer: ${error.message || error.name}`, 'warn'),
	);
	const loadSample = async () => {
		const { fillWithSample } = await import('./cli/import/sample.ts');
		const { loadSamplePayments } = await import('./cli/sample-payments.ts');
		// Before the catalogue: both fill only an empty database, and the catalogue ignores sample payments.
		if (config.finance) await loadSamplePayments(database, Date.now());
		await fillWithSample(database, files);
	};
	const app = await buildApp({
		config: { ...config, secret },
		loadSample,
		database,
		files,
		version: readPackageVersion(),
		logger: {
			level: config.logLevel,
			serializers: { req: describeRequest },
			formatters: { level: (level) => ({ level }) },
			hooks: { logMethod: limitErrors },
		},
	});
	open.app = () => app.close();
	if (config.sampleData) await loadSample();
	if (config.firstAdmin) {
		const why = await makeFirstAdmin(database, config.firstAdmin, config.productName);
		if (why) throw new ConfigError(`ADMIN_PASSWORD ${why}.`);
	}

	const jobs = listJobs(config, { database, files });
	collectDefaultMetrics({ register: app.metrics });
	open.jobs = startJobs(database, jobs, {
		onError: (job, error) => app.log.error({ err: error, job }, 'Background jobs failed'),
	});
	await app
		.listen({ host: config.host, port: config.port, backlog: BACKLOG })
		.catch((error) => Promise.reject(makeListenError(error)));
	const address = app.server.address();
	const port = typeof address === 'object' && address ? address.port : config.port;
	const [url] = config.port === 0 ? listPublicUrls(config.host, port) : config.publicUrls;
	say(`${config.productName} is ready: ${url}/admin`);
	if (/\/\/(0\.0\.0\.0|\[::\]):/.test(config.publicUrls[0]))
		say(
			`PUBLIC_URL is not set, and HOST is ${config.host}: browsers on other machines are refused as another site. Set it to the address that people use.`,
			'warn',
		);
	const setup = await setupAddress(app.identity);
	if (setup) say(`No administrator yet. Open this link within an hour: ${setup}`);
	return url;
};
