import { crossLists } from '#shared/contract/lists.ts';
import type { Config } from './config.ts';
import { copyRoutes } from './content/copy.ts';
import { listRoutes } from './content/list-page.ts';
import { addResourceRoutes } from './content/resource-routes.ts';
import { addVersionRoutes } from './content/versions.ts';
import type { Database } from './db/database.ts';
import { addAuthenticatorRoutes } from './features/account/authenticator-routes.ts';
import { addAccountRoutes, addSessionRoutes } from './features/account/routes.ts';
import { changesRoutes } from './features/audit/changes.ts';
import { addAuditRoutes } from './features/audit/routes.ts';
import { addCourseRoutes } from './features/content/course-overview.ts';
import { contentStores } from './features/content/store.ts';
import { addCoverageRoutes } from './features/coverage/routes.ts';
import { addChunkedUploadRoutes } from './features/files/chunked-routes.ts';
import { addFileRoutes } from './features/files/routes.ts';
import { lockOwnFiles } from './features/files/store.ts';
import { addIntakeRoutes } from './features/intake/routes.ts';
import { addKeyRoutes } from './features/keys/routes.ts';
import { addLearnerAccountRoutes } from './features/learners/account-routes.ts';
import { addDeviceRoutes } from './features/learners/device-routes.ts';
import { addPublishedRoutes, learnersView } from './features/learners/routes.ts';
import { addStaffAccountRoutes } from './features/learners/staff-routes.ts';
import { assignManyRoutes, performAssignment } from './features/payments/assign-many.ts';
import { addLiveRoutes } from './features/payments/live.ts';
import { addAdjustmentRoutes } from './features/payments/notes.ts';
import { addPayerRoutes } from './features/payments/payers.ts';
import { addReceiptRoutes } from './features/payments/receipts.ts';
import { addPaymentRoutes, type PaymentsOptions } from './features/payments/routes.ts';
import { addStatisticsRoutes } from './features/payments/statistics.ts';
import { addDecisionRoutes } from './features/payments/take-back.ts';
import { toCheckRoutes } from './features/payments/to-check.ts';
import { addTransactionRoutes } from './features/payments/transaction-routes.ts';
import { addUnmatchedRoutes } from './features/payments/unmatched-routes.ts';
import { addPeopleRoutes, addPolicyRoutes } from './features/people/routes.ts';
import { addPeriodRoutes } from './features/periods/routes.ts';
import { addPreflightRoutes } from './features/preflight/routes.ts';
import { addProblemRoutes, addReportRoutes } from './features/problems/routes.ts';
import { addBookManyRoutes, performBooking } from './features/reconciliation/book-many.ts';
import { addReconciliationRoutes } from './features/reconciliation/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { addAuthRoutes } from './features/sign-in/auth-routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { addSystemRoutes } from './features/system/routes.ts';
import { addTrashRoutes } from './features/trash/routes.ts';
import { courseUseRoutes } from './features/use/routes.ts';
import type { FileStore } from './files/store.ts';
import type { Api } from './http/api.ts';
import type { Limits } from './http/limits.ts';
import type { Identity } from './identity/identity.ts';
import { addOperationRoutes } from './operations/routes.ts';

interface Ground {
	config: Config & { secret: string };
	database: Database;
	files: FileStore;
	payments?: Pick<PaymentsOptions, 'now' | 'timeoutMs' | 'pollMs'>;
	loadSample?: () => Promise<unknown>;
	identity: Identity;
	system: Parameters<typeof addSystemRoutes>[1];
	count: PaymentsOptions['count'];
	limits: Limits;
	now: () => number;
	publicUrl: () => string;
}

/** Returns the number that payers pay to by hand; undefined for a till. */
const findPaybill = ({ mpesa }: Config) =>
	mpesa.account?.transactionType === 'CustomerBuyGoodsOnline' ? undefined : mpesa.shortCodes[0];

/** Adds every call under /api and passes the features what they need of each other. */
export const addApiRoutes = (
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
		addResourceRoutes(api, database, store, {
			trashDays: config.trashDays,
			view: store === contentStores.courses ? learnersView : undefined,
		});
	addCourseRoutes(api, database);
	courseUseRoutes(api, database, now);
	addCoverageRoutes(api, database);
	copyRoutes(api, database, contentStores, lockOwnFiles);
	for (const list of Object.values(crossLists))
		listRoutes(api, database, list, contentStores[list.resource.key]);
	addVersionRoutes(api, database, contentStores);
	addProblemRoutes(api, { database, now });
	addTrashRoutes(api, database, { stores: contentStores, days: config.trashDays });
	const [assign, book] = [performAssignment(now), performBooking(now, config.plans)];
	const runOperation = addOperationRoutes(api, {
		database,
		stores: contentStores,
		identify: identity.identify,
		now,
		trashDays: config.trashDays,
		performOther: (trx, operation, ...item) => {
			const isBooking = [operation.action, JSON.parse(operation.target ?? '{}').of].includes(
				'book',
			);
			return (isBooking ? book : assign)(trx, operation, ...item);
		},
	});
	assignManyRoutes(api, { database, runOperation, now });
	addBookManyRoutes(api, { database, runOperation, now });
	addStaffAccountRoutes(api, { database, now, secret: config.secret, seal: identity.seal });
	addPreflightRoutes(api, { database, files, stores: contentStores, runOperation, now });
	addIntakeRoutes(api, { database, runOperation, now });
	addTransactionRoutes(api, database, now);
	searchRoutes(api, database, contentStores, now);
	addUnmatchedRoutes(api, database, now, config.plans);
	addAdjustmentRoutes(api, database, now);
	addDecisionRoutes(api, database, now);
	toCheckRoutes(api, database, now);
	addReceiptRoutes(api, database, now);
	addPayerRoutes(api, { database, now, plans: config.plans });
	addLiveRoutes(api, database, { identify: identity.identify, now });
	addStatisticsRoutes(api, database, now);
	const sendRequest = addPaymentRoutes(api, database, {
		settings: config.mpesa,
		plans: config.plans,
		publicUrl,
		count,
		...payments,
	});
	addReconciliationRoutes(api, {
		database,
		files,
		now,
		shortCodes: config.mpesa.shortCodes,
		plans: config.plans,
	});
	if (config.learners) {
		const { plans, secret } = config;
		addDeviceRoutes(api, { database, now, count, secret, seal: identity.seal });
		addLearnerAccountRoutes(api, { database, now, plans, count, sendRequest });
		addReportRoutes(api, { database, now, count });
		addPublishedRoutes(api, {
			database,
			files,
			secret,
			publicUrl,
			now,
			plans,
			paybill: findPaybill(config),
		});
	}
	addPeriodRoutes(api, { database, now, product: config.productName });
	addFileRoutes(api, { database, files });
	addChunkedUploadRoutes(api, { database, files }, count);
	addPeopleRoutes(api, identity);
	addKeyRoutes(api, identity);
	addPolicyRoutes(api, identity);
	addAccountRoutes(api, identity, {
		limits,
		flags: {
			payments_on: config.mpesa.account !== undefined,
			learners_on: config.learners,
			phones_masked: config.maskPhones,
		},
	});
	addSessionRoutes(api, identity);
	addAuthenticatorRoutes(api, identity, limits);
	signInRoutes(api, identity, { limits, loadSample });
	addAuthRoutes(api, identity, limits);
	addSystemRoutes(api, system);
	addAuditRoutes(api, database);
	changesRoutes(api, database, now);
};
