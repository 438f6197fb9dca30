import type { Config } from './config.ts';
import { content } from './content/part.ts';
import { finance } from './finance/part.ts';
import type { PaymentsOptions } from './finance/payments/routes.ts';
import { learners } from './learners/part.ts';
import { papers } from './papers/part.ts';
import type { Database } from './platform/db/database.ts';
import type { FileStore } from './platform/files/store.ts';
import type { AccessTable } from './platform/http/access.ts';
import type { Api } from './platform/http/api.ts';
import type { Count, Limits } from './platform/http/limits.ts';
import type { Identity } from './platform/identity/identity.ts';
import type { Job } from './platform/jobs.ts';
import { platform } from './platform/part.ts';
import type { SystemOptions } from './platform/system/routes.ts';

type Settings = Pick<Config, 'finance' | 'papers' | 'learners'>;

/**
 * Lists the access of every route by method: a permission, `public`, `signed-in`, or `self` for a person. The server
 * does not start if a route is missing.
 */
export const access: AccessTable = {
	...platform.access,
	...content.access,
	...papers.access,
	...finance.access,
	...learners.access,
};

/** Lists the permissions of parts that are off, which no role has. */
export const listMissingPermissions = (on: Settings) => (on.finance ? [] : finance.permissions);

/** Returns the watches of the parts that are on. */
export const listWatches = (config: Pick<Config, 'finance' | 'mpesa' | 'papers' | 'ocr'>) => [
	...(config.papers ? [papers.watch(config.ocr)] : []),
	...(config.finance ? [finance.watch(config.mpesa)] : []),
];

/** Lists the background jobs of the parts that are on. */
export const listJobs = (
	config: Settings & Pick<Config, 'trashDays' | 'ocr'>,
	ground: { database: Database; files: FileStore },
): Job[] => [
	...platform.listJobs(ground),
	...content.listJobs({ ...ground, trashDays: config.trashDays }),
	...(config.papers ? papers.listJobs({ ...ground, ocr: config.ocr }) : []),
	...learners.listJobs(ground),
];

/** Returns the number that payers pay to by hand; undefined for a till. */
const findPaybill = ({ mpesa }: Config) =>
	mpesa.account?.transactionType === 'CustomerBuyGoodsOnline' ? undefined : mpesa.shortCodes[0];

interface Ground {
	config: Config & { secret: string };
	database: Database;
	files: FileStore;
	payments?: Pick<PaymentsOptions, 'now' | 'timeoutMs' | 'pollMs'>;
	loadSample?: () => Promise<unknown>;
	identity: Identity;
	system: SystemOptions;
	count: Count;
	limits: Limits;
	now: () => number;
	publicUrl: () => string;
}

/** Adds the calls under /api of the parts that are on, and passes the parts what they need of each other. */
export const addApiRoutes = (api: Api, { config, payments, loadSample, ...ground }: Ground) => {
	const { database, files, identity, count, now, publicUrl } = ground;
	const { plans, mpesa, productName, secret } = config;
	const { identify, seal } = identity;
	const runOperation = content.addRoutes(api, {
		...{ database, files, identify, count, now, trashDays: config.trashDays },
		additions: {
			courseView: learners.courseView,
			countPapers: config.papers ? papers.countPapers : undefined,
			listSources: (hides) => [
				...(config.finance ? finance.listSources(now, hides) : []),
				...(config.papers ? papers.listSources() : []),
			],
			actions: config.finance ? finance.listActions({ now, plans }) : {},
			readsText: config.papers,
		},
	});
	if (config.papers) papers.addRoutes(api, { database, runOperation, now, ocr: config.ocr });
	const sendRequest = config.finance
		? finance.addRoutes(api, {
				...{ database, files, identify, runOperation, mpesa, plans, productName, now },
				payments: { publicUrl, count, ...payments },
			})
		: undefined;
	learners.addRoutes(api, {
		...{ database, files, sendRequest, plans, secret, seal, count, publicUrl, now },
		serves: config.learners,
		paybill: config.finance ? findPaybill(config) : undefined,
	});
	platform.addRoutes(api, {
		...ground,
		loadSample,
		mcp: config.mcp ? { access, product: productName, version: ground.system.version } : undefined,
		flags: {
			parts: [
				...(config.papers ? ['papers' as const] : []),
				...(config.finance ? ['finance' as const] : []),
				...(config.learners ? ['learners' as const] : []),
			],
			payments_on: config.finance && mpesa.account !== undefined,
			phones_masked: config.maskPhones,
		},
	});
};
