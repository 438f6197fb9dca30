import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { closeParts, type OpenParts } from '../../server/open-parts.ts';
import { serve } from '../../server/serve.ts';
import type { HostAnswer, HostCall } from './sites.ts';

/*
 * A process that runs the sites of a browser worker, each as `npm start` would: another process for each would load the
 * server again, which takes longer than most tests. The first site with the settings below makes a data folder, which
 * later ones copy.
 */

/** Settings of which the first start stores something. */
const STORED = ['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'SAMPLE_DATA'];

const [folder = ''] = process.argv.slice(2);
const templates = new Map<string, Promise<string>>();
const sites = new Map<string, OpenParts>();

/** Serves a data folder on a free port; closes what is open if that fails. */
const start = async (settings: Record<string, string>, dataDir: string) => {
	const open: OpenParts = {};
	// Tests send requests faster than people do.
	const env = { PORT: '0', RATE_LIMITS: 'off', ...settings, DATA_DIR: dataDir };
	try {
		return { open, url: await serve(open, env) };
	} catch (error) {
		await closeParts(open);
		throw error;
	}
};

const makeTemplate = async (settings: Record<string, string>) => {
	const dataDir = join(folder, randomUUID());
	await closeParts((await start(settings, dataDir)).open);
	return dataDir;
};

const findTemplate = (settings: Record<string, string>) => {
	const stored = Object.fromEntries(
		Object.entries(settings).filter(([name]) => STORED.includes(name)),
	);
	const key = JSON.stringify(stored);
	const template = templates.get(key) ?? makeTemplate(stored);
	templates.set(key, template);
	return template;
};

const openSite = async (settings: Record<string, string>) => {
	const dataDir = join(folder, randomUUID());
	cpSync(await findTemplate(settings), dataDir, { recursive: true });
	const { open, url } = await start(settings, dataDir);
	sites.set(url, open);
	return url;
};

const closeSite = async (url: string) => {
	await closeParts(sites.get(url) ?? {});
	sites.delete(url);
	return url;
};

process.on('message', async ({ id, open, close = '' }: HostCall) => {
	const answer: HostAnswer = await (open ? openSite(open) : closeSite(close)).then(
		(url) => ({ id, url }),
		(error: Error) => ({ id, error: error.stack ?? error.message }),
	);
	process.send?.(answer);
});

// Also when the worker is killed.
process.on('disconnect', () => {
	rmSync(folder, { recursive: true, force: true });
	process.exit();
});
