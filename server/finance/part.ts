import {
	decisionCalls,
	liveCalls,
	manyDecisionCalls,
	otherDecisionCalls,
	payerCalls,
	paymentCalls,
	receiptCalls,
	statisticsCalls,
	toCheckCalls,
	transactionCalls,
} from '#shared/contract/finance/calls.ts';
import {
	importCalls,
	periodCalls,
	reconciliationCalls,
	statementCalls,
} from '#shared/contract/finance/desk-calls.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import type { Permission } from '#shared/contract/platform/access.ts';
import type { RunOperation } from '../content/operations/routes.ts';
import type { OtherActions } from '../content/operations/run.ts';
import { listAccess } from '../platform/api/calls.ts';
import type { Database } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { AccessTable } from '../platform/http/access.ts';
import type { Api } from '../platform/http/api.ts';
import type { Identify } from '../platform/http/guard.ts';
import { performDecision } from './acts/many.ts';
import { addDecisionRoutes } from './acts/routes.ts';
import type { MpesaSettings } from './mpesa/settings.ts';
import { addLiveRoutes } from './payments/live.ts';
import { addPayerRoutes } from './payments/payers.ts';
import { addReceiptRoutes } from './payments/receipts.ts';
import { addPaymentRoutes, type PaymentsOptions } from './payments/routes.ts';
import { createPaymentSource } from './payments/search-source.ts';
import { addStatisticsRoutes } from './payments/statistics.ts';
import { toCheckRoutes } from './payments/to-check.ts';
import { addTransactionRoutes } from './payments/transaction-routes.ts';
import { addPeriodRoutes } from './periods/routes.ts';
import { addReconciliationRoutes } from './reconciliation/routes.ts';
import { watchPayments } from './watch.ts';

interface Ground {
	database: Database;
	files: FileStore;
	identify: Identify;
	runOperation: RunOperation;
	mpesa: MpesaSettings;
	plans: Plan[];
	productName: string;
	payments: Omit<PaymentsOptions, 'settings' | 'plans'>;
	now: () => number;
}

const permissions: readonly Permission[] = [
	...(['payments:read', 'payments:export', 'payments:act', 'payments:reveal'] as const),
	'accounts:use',
];

const access: AccessTable = {
	...listAccess(
		paymentCalls,
		liveCalls,
		transactionCalls,
		receiptCalls,
		payerCalls,
		statisticsCalls,
		toCheckCalls,
		decisionCalls,
		otherDecisionCalls,
		manyDecisionCalls,
		periodCalls,
		reconciliationCalls,
		importCalls,
		statementCalls,
	),
	// Callbacks of Safaricom, authenticated by the secret segment of the address
	'/api/hooks/:token/stk': { POST: 'public' },
	'/api/hooks/:token/c2b': { POST: 'public' },
	'/api/hooks/:token/c2b/validate': { POST: 'public' },
};

/** The part for money: payments, M-Pesa, accounts of payers, decisions, statements and months. */
export const finance = {
	access,
	/** No role has these permissions while the part is off. */
	permissions,
	watch: ({ hookTokens }: MpesaSettings) => watchPayments(hookTokens.length > 0),
	listSources: (now: () => number, hides: boolean) => [createPaymentSource(now, hides)],
	listActions: ({ now, plans }: Pick<Ground, 'now' | 'plans'>): OtherActions => {
		const decide = performDecision(now, plans);
		return { decide, assign: decide, book: decide };
	},
	/** Adds the calls. Returns the function that sends a payment request to a phone. */
	addRoutes: (
		api: Api,
		{ database, files, identify, runOperation, mpesa, plans, productName, payments, now }: Ground,
	) => {
		addTransactionRoutes(api, database, now);
		addDecisionRoutes(api, { database, runOperation, now, plans });
		toCheckRoutes(api, database, now, plans);
		addReceiptRoutes(api, database, now);
		addPayerRoutes(api, { database, now, plans });
		addLiveRoutes(api, database, { identify, now });
		addStatisticsRoutes(api, database, now);
		addReconciliationRoutes(api, { database, files, now, shortCodes: mpesa.shortCodes, plans });
		addPeriodRoutes(api, { database, now, product: productName });
		return addPaymentRoutes(api, database, { settings: mpesa, plans, ...payments });
	},
};
