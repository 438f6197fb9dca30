import type { FastifyRequest } from 'fastify';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { publishedCalls } from '#shared/contract/learners/calls.ts';
import { coursePreview, previewQuery } from '#shared/contract/learners/learners.ts';
import type { z } from '#shared/zod.ts';
import { findFile } from '../../content/files/store.ts';
import {
	isFree,
	isVisible,
	readCourseTree,
	readItemWithParent,
} from '../../content/resources/course-tree.ts';
import type { ItemView } from '../../content/resources/resource-routes.ts';
import { hideDetails, readAccess } from '../../finance/payments/access.ts';
import { answerCalls } from '../../platform/api/calls.ts';
import { sendFile } from '../../platform/api/send-file.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Api } from '../../platform/http/api.ts';
import { findAccount } from '../devices/account-routes.ts';
import { countOpened } from '../use/store.ts';
import { openLinks } from './links.ts';
import {
	describeFile,
	describeVisibleCourse,
	findOuterLink,
	listCatalogue,
	previewCourse,
} from './published.ts';

/** Dependencies of the calls of learners. */
export interface LearnersOptions {
	database: Database;
	files: FileStore;
	secret: string;
	publicUrl: () => string;
	now: () => number;
	plans: readonly Plan[];
	/** The number that payers pay to by hand. */
	paybill: string | undefined;
}

const PUBLIC_S = 'public, max-age=60';

/** Lists the plans that are shown: of several prices for the same months the last, shortest first. */
const listPlans = (plans: readonly Plan[]) =>
	[...new Map(plans.map((plan) => [plan.months, plan])).values()].toSorted(
		(a, b) => a.months - b.months,
	);

/** Answers the read of a course with its preview for learners. */
export const learnersView: ItemView = {
	query: previewQuery,
	answer: coursePreview,
	read: async (db, id, query) => {
		const { as, drafts } = query as z.infer<typeof previewQuery>;
		const course = as && (await readCourseTree(db, id));
		return course && previewCourse(course, drafts === 'true');
	},
};

/** Adds the calls that read what is published. */
export const addPublishedRoutes = (api: Api, options: LearnersOptions) => {
	const { database, files, plans, paybill = null } = options;
	const links = openLinks(options);

	/** Fails with 401 without an account, and with 402 without open access. */
	const requireOpenAccess = async (request: FastifyRequest, named: string | undefined) => {
		const access = await readAccess(database.read, findAccount(request, named), options.now());
		if (!access.open)
			throw new AppError('payment_required', undefined, { data: hideDetails(access) });
	};

	answerCalls(api, { database }, publishedCalls, {
		getCatalogue: async (_request, reply) => {
			reply.header('cache-control', PUBLIC_S);
			const courses = await listCatalogue(database.read);
			return { courses, plans: listPlans(plans), paybill };
		},

		getPublishedCourse: async (request, reply) => {
			const course = await readCourseTree(database.read, request.params.id);
			const visible = course && describeVisibleCourse(course);
			if (!visible) throw notFound('Course');
			reply.header('cache-control', PUBLIC_S);
			return visible;
		},

		getFileLink: {
			// Runs after the comparison of ETags: an answer 304 or to HEAD opens nothing.
			onSend: async (request, reply) => {
				if (request.method !== 'GET' || reply.statusCode !== 200) return;
				const { id } = request.params as { id: string };
				// A learner gets the link also where the count cannot be stored.
				await countOpened(database, id, options.now()).catch((error) =>
					request.log.error({ err: error }, 'An opened file was not counted'),
				);
			},
			handler: async (request) => {
				const item = await readItemWithParent(database.read, request.params.id);
				if (!item || !isVisible(item)) throw notFound('File');
				const url = findOuterLink(item);
				if (!item.file && url === null) throw new AppError('no_file');
				if (!isFree(item)) await requireOpenAccess(request, request.query.account);
				if (!item.file)
					return {
						url: url as string,
						until: null,
						name: null,
						type: null,
						size: null,
						sha256: null,
					};
				return { ...(await links.make(item.file)), ...describeFile(item.file) };
			},
		},
		downloadContent: async (request, reply) => {
			const path = `/files/${request.params.name}`;
			const { until = '', signature = '' } = request.query;
			const seconds = links.check(path, { until, signature });
			const file = await findFile(database.read, path);
			if (!file) throw notFound('File');
			return sendFile(request, reply, file, {
				files,
				headers: { 'cache-control': `public, max-age=${seconds}` },
			});
		},
	});
};
