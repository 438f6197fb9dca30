import { crossLists } from '#shared/contract/platform/lists.ts';
import type { Config } from './config.ts';
import { addChunkedUploadRoutes } from './content/files/chunked-routes.ts';
import { addFileRoutes } from './content/files/routes.ts';
import { lockOwnFiles } from './content/files/store.ts';
import { addCourseRoutes } from './content/kinds/course-overview.ts';
import { contentStores } from './content/kinds/store.ts';
import { addOperationRoutes } from './content/operations/routes.ts';
import { addPreflightRoutes } from './content/preflight/routes.ts';
import { copyRoutes } from './content/resources/copy.ts';
import { listRoutes } from './content/resources/list-page.ts';
import { addResourceRoutes } from './content/resources/resource-routes.ts';
import { addVersionRoutes } from './content/resources/versions.ts';
import { searchRoutes } from './content/search/routes.ts';
import { addTrashRoutes } from './content/trash/routes.ts';
import { assignManyRoutes, performAssignment } from './finance/payments/assign-many.ts';
import { addLiveRoutes } from './finance/payments/live.ts';
import { addAdjustmentRoutes } from './finance/payments/notes.ts';
import { addPayerRoutes } from './finance/payments/payers.ts';
import { addReceiptRoutes } from './finance/payments/receipts.ts';
import { addPaymentRoutes, type PaymentsOptions } from './finance/payments/routes.ts';
import { addStatisticsRoutes } from './finance/payments/statistics.ts';
import { addDecisionRoutes } from './finance/payments/take-back.ts';
import { toCheckRoutes } from './finance/payments/to-check.ts';
import { addTransactionRoutes } from './finance/payments/transaction-routes.ts';
import { addUnmatchedRoutes } from './finance/payments/unmatched-routes.ts';
import { addPeriodRoutes } from './finance/periods/routes.ts';
import { addBookManyRoutes, performBooking } from './finance/reconciliation/book-many.ts';
import { addReconciliationRoutes } from './finance/reconciliation/routes.ts';
import { addLearnerAccountRoutes } from './learners/devices/account-routes.ts';
import { addDeviceRoutes } from './learners/devices/device-routes.ts';
import { addStaffAccountRoutes } from './learners/devices/staff-routes.ts';
import { addProblemRoutes, addReportRoutes } from './learners/problems/routes.ts';
import { addPublishedRoutes, learnersView } from './learners/published/routes.ts';
import { courseUseRoutes } from './learners/use/routes.ts';
import { addCoverageRoutes } from './papers/coverage/routes.ts';
import { addIntakeRoutes } from './papers/intake/routes.ts';
import { changesRoutes } from './platform/audit/changes.ts';
import { addAuditRoutes } from './platform/audit/routes.ts';
import type { Database } from './platform/db/database.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Api } from './platform/http/api.ts';
import type { Limits } from './platform/http/limits.ts';
import type { Identity } from './platform/identity/identity.ts';
import { addKeyRoutes } from './platform/keys/routes.ts';
import { addPeopleRoutes, addPolicyRoutes } from './platform/people/routes.ts';
import { addAuthenticatorRoutes } from './platform/profile/authenticator-routes.ts';
import { addAccountRoutes, addSessionRoutes } from './platform/profile/routes.ts';
import { addAuthRoutes } from './platform/sign-in/auth-routes.ts';
import { signInRoutes } from './platform/sign-in/routes.ts';
import { addSystemRoutes } from './platform/system/routes.ts';

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
