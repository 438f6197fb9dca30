import type { Plan } from '#shared/contract/finance/plans.ts';
import {
	accountCalls,
	deviceCalls,
	ownAccountCalls,
	publishedCalls,
	reportCalls,
	useCalls,
} from '#shared/contract/learners/calls.ts';
import type { SendRequest } from '../finance/payments/request-limits.ts';
import { listAccess } from '../platform/api/calls.ts';
import type { Seal } from '../platform/api/idempotency.ts';
import type { Database } from '../platform/db/database.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Api } from '../platform/http/api.ts';
import type { Count } from '../platform/http/limits.ts';
import { addLearnerAccountRoutes } from './devices/account-routes.ts';
import { deleteDevicesJob } from './devices/delete-unused.ts';
import { addDeviceRoutes } from './devices/device-routes.ts';
import { addStaffAccountRoutes } from './devices/staff-routes.ts';
import { addReportRoutes } from './problems/routes.ts';
import { addPublishedRoutes, learnersView } from './published/routes.ts';
import { courseUseRoutes } from './use/routes.ts';
import { forgetUseJob } from './use/store.ts';

interface Ground {
	database: Database;
	files: FileStore;
	/** Whether apps of learners may call, beside the staff. */
	serves: boolean;
	/** Sends a payment request to a phone; undefined where payments are off, and then there are no accounts either. */
	sendRequest: SendRequest | undefined;
	plans: Plan[];
	/** The number that payers pay to by hand. */
	paybill: string | undefined;
	secret: string;
	seal: Seal;
	count: Count;
	publicUrl: () => string;
	now: () => number;
}

/** The part for learners: published content, devices, claims, reports and use. */
export const learners = {
	access: listAccess(
		useCalls,
		publishedCalls,
		reportCalls,
		deviceCalls,
		ownAccountCalls,
		accountCalls,
	),
	courseView: learnersView,
	addRoutes: (api: Api, { files, serves, sendRequest, paybill, publicUrl, ...ground }: Ground) => {
		const { database, now, count, plans, secret, seal } = ground;
		courseUseRoutes(api, database, now);
		if (sendRequest) addStaffAccountRoutes(api, { database, now, plans, secret, seal });
		if (!serves) return;
		if (sendRequest) {
			addDeviceRoutes(api, { database, now, count, secret, seal });
			addLearnerAccountRoutes(api, { database, now, plans, count, sendRequest });
		}
		addReportRoutes(api, { database, now, count });
		addPublishedRoutes(api, { database, files, secret, publicUrl, now, plans, paybill });
	},
	listJobs: ({ database }: Pick<Ground, 'database'>) => [
		forgetUseJob(database),
		deleteDevicesJob(database),
	],
};
