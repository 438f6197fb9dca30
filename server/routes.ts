import { crossLists } from '#shared/contract/lists.ts';
import type { Config } from './config.ts';
import { copyRoutes } from './content/copy.ts';
import { listRoutes } from './content/list-page.ts';
import { resourceRoutes } from './content/resource-routes.ts';
import { versionRoutes } from './content/versions.ts';
import type { Database } from './db/database.ts';
import { authenticatorRoutes } from './features/account/authenticator-routes.ts';
import { accountRoutes, sessionRoutes } from './features/account/routes.ts';
import { changesRoutes } from './features/audit/changes.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { contentStores } from './features/content.ts';
import { courseRoutes } from './features/courses/overview.ts';
import { coverageRoutes } from './features/coverage/routes.ts';
import { chunkedUploadRoutes } from './features/files/chunked-routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { lockOwnFiles } from './features/files/store.ts';
import { intakeRoutes } from './features/intake/routes.ts';
import { keyRoutes } from './features/keys/routes.ts';
import { learnerAccountRoutes } from './features/learners/account-routes.ts';
import { learnersView, publishedRoutes } from './features/learners/routes.ts';
import { staffAccountRoutes } from './features/learners/staff-routes.ts';
import { assignManyRoutes, performAssignment } from './features/payments/assign-many.ts';
import { liveRoutes } from './features/payments/live.ts';
import { adjustmentRoutes } from './features/payments/notes.ts';
import { payerRoutes } from './features/payments/payers.ts';
import { receiptRoutes } from './features/payments/receipts.ts';
import { type PaymentsOptions, paymentRoutes } from './features/payments/routes.ts';
import { statisticsRoutes } from './features/payments/statistics.ts';
import { decisionRoutes } from './features/payments/take-back.ts';
import { toCheckRoutes } from './features/payments/to-check.ts';
import { transactionRoutes } from './features/payments/transaction-routes.ts';
import { unmatchedRoutes } from './features/payments/unmatched-routes.ts';
import { peopleRoutes, policyRoutes } from './features/people/routes.ts';
import { periodRoutes } from './features/periods/routes.ts';
import { preflightRoutes } from './features/preflight/routes.ts';
import { reconciliationRoutes } from './features/reconciliation/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { authRoutes } from './features/sign-in/auth-routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { systemRoutes } from './features/system/routes.ts';
import { trashRoutes } from './features/trash/routes.ts';
import { courseUseRoutes } from './features/use/routes.ts';
import type { FileStore } from './files/store.ts';
import type { Api } from './http/api.ts';
import type { Limits } from './http/limits.ts';
import type { Identity } from './identity/identity.ts';
import { operationRoutes } from './operations/routes.ts';

interface Ground {
	config: Config & { secret: string };
	database: Database;
	files: FileStore;
	payments?: Pick<PaymentsOptions, 'now' | 'timeoutMs' | 'pollMs'>;
	loadSample?: () => Promise<unknown>;
	identity: Identity;
	system: Parameters<typeof systemRoutes>[1];
	count: PaymentsOptions['count'];
	limits: Limits;
	now: () => number;
	publicUrl: () => string;
}

/** Returns the number that payers pay to by hand; undefined for a till. */
const findPaybill = ({ mpesa }: Config) =>
	mpesa.account?.transactionType === 'CustomerBuyGoodsOnline' ? undefined : mpesa.shortCodes[0];

/** Adds every call under /api and passes the features what they need of each other. */
export const apiRoutes = (
	api: Api,
	{
		config,
		database,
		files,
		payments,
		identity,
		system,
		count,
		limits,
		now,
		publicUrl,
		loadSample,
	}: Ground,
) => {
	for (const store of Object.values(contentStores))
		resourceRoutes(api, database, store, {
			trashDays: config.trashDays,
			view: store === contentStores.courses ? learnersView : undefined,
		});
	courseRoutes(api, database);
	courseUseRoutes(api, database, now);
	coverageRoutes(api, database);
	copyRoutes(api, database, contentStores, lockOwnFiles);
	for (const list of Object.values(crossLists))
		listRoutes(api, database, list, contentStores[list.resource.key]);
	versionRoutes(api, database, contentStores);
	trashRoutes(api, database, { stores: contentStores, days: config.trashDays });
	const runOperation = operationRoutes(api, {
		database,
		stores: contentStores,
		identify: identity.identify,
		now,
		trashDays: config.trashDays,
		performOther: performAssignment(now),
	});
	assignManyRoutes(api, { database, runOperation, now });
	staffAccountRoutes(api, database, now);
	preflightRoutes(api, { database, files, stores: contentStores, runOperation, now });
	intakeRoutes(api, { database, runOperation, now });
	transactionRoutes(api, database, now);
	searchRoutes(api, database, contentStores, now);
	unmatchedRoutes(api, database, now, config.plans);
	adjustmentRoutes(api, database, now);
	decisionRoutes(api, database, now);
	toCheckRoutes(api, database, now);
	receiptRoutes(api, database, now);
	payerRoutes(api, database, now);
	liveRoutes(api, database, { identify: identity.identify, now });
	statisticsRoutes(api, database, now);
	const sendRequest = paymentRoutes(api, database, {
		settings: config.mpesa,
		plans: config.plans,
		publicUrl,
		count,
		...payments,
	});
	reconciliationRoutes(api, {
		database,
		files,
		now,
		shortCodes: config.mpesa.shortCodes,
		plans: config.plans,
	});
	if (config.learners) {
		const { plans } = config;
		learnerAccountRoutes(api, { database, now, plans, count, limits, sendRequest });
		publishedRoutes(api, {
			database,
			files,
			secret: config.secret,
			publicUrl,
			now,
			plans,
			paybill: findPaybill(config),
		});
	}
	periodRoutes(api, { database, now, product: config.productName });
	fileRoutes(api, { database, files });
	chunkedUploadRoutes(api, { database, files });
	peopleRoutes(api, identity);
	keyRoutes(api, identity);
	policyRoutes(api, identity);
	accountRoutes(api, identity, {
		limits,
		paymentsOn: config.mpesa.account !== undefined,
		phonesMasked: config.maskPhones,
	});
	sessionRoutes(api, identity);
	authenticatorRoutes(api, identity, limits);
	signInRoutes(api, identity, { limits, loadSample });
	authRoutes(api, identity, limits);
	systemRoutes(api, system);
	auditRoutes(api, database);
	changesRoutes(api, database, now);
};
