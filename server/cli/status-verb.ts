import { type Config, readConfig } from '../config.ts';
import { listWatches } from '../parts.ts';
import { openFileStore } from '../platform/files/open.ts';
import { openHealth } from '../platform/system/health.ts';
import { takeReadings } from '../platform/system/readings.ts';
import { buildStatus } from '../platform/system/status.ts';
import { withSharedData } from './data.ts';
import type { Verb } from './verb.ts';

const ANSWER_MS = 5_000;
/** Hosts that a server listens on, and where they are reached on the same machine. */
const REACHED: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const checkServer = async ({ host, port }: Pick<Config, 'host' | 'port'>) => {
	const reached = REACHED[host] ?? host;
	const address = `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}/readyz`;
	const isReady = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
		({ ok }) => ok,
		() => false,
	);
	return isReady ? [] : [`Server: ${address} does not answer that it is ready.`];
};

/** `ufundi status`: the checks of the status page that need attention, a line each. */
export const statusVerb: Verb = {
	usage: `status

Prints one line for each check of the status page that needs attention, and one if the server is not
ready. Exits with code 1 if there is a line, else with 0. cron mails what a command prints.`,
	run: () =>
		withSharedData(async (database) => {
			const config = readConfig();
			const now = Date.now();
			const health = openHealth(database, await openFileStore(config));
			const readings = await takeReadings(
				database,
				health,
				{ dataDir: config.dataDir, watches: listWatches(config) },
				now,
			);
			const about = {
				version: '',
				startedAt: now,
				missingSettings: config.mpesa.missing ?? [],
				phonesMasked: config.maskPhones,
			};
			const { checks, jobs } = buildStatus(readings, about, now);
			const lines = [...checks, ...jobs]
				.filter(({ state }) => state !== 'ok')
				.map(({ name, says, at, advice }) => `${name}: ${says}${at ? ` ${at}` : ''}. ${advice}`);
			lines.push(...(await checkServer(config)));
			for (const line of lines) console.log(line);
			return lines.length === 0 ? 0 : 1;
		}),
};
