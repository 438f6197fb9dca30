import type { FastifyRequest } from 'fastify';
import { fileTypes } from '#shared/contract/content/files.ts';
import { paymentRequired } from '#shared/contract/finance/accounts.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import {
	catalogue,
	coursePreview,
	fileLink,
	learnerCourse,
	previewQuery,
} from '#shared/contract/learners/learners.ts';
import { failureBody } from '#shared/contract/platform/errors.ts';
import { z } from '#shared/zod.ts';
import { findFile } from '../../content/files/store.ts';
import {
	isFree,
	isVisible,
	readCourseTree,
	readItemWithParent,
} from '../../content/resources/course-tree.ts';
import type { ItemView } from '../../content/resources/resource-routes.ts';
import { hideDetails, readAccess } from '../../finance/payments/access.ts';
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

const params = z.object({ id: z.string() });
const config = { learners: true, tagCoversAnswer: true };

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

	api.get('/v1/catalogue', {
		config,
		schema: {
			operationId: 'getCatalogue',
			summary: 'Retrieves the courses that learners see, the plans, and the number to pay to',
			description: 'Returns 304 to the newest `ETag` in `If-None-Match`.',
			response: { 200: catalogue },
		},
		handler: async (_request, reply) => {
			reply.header('cache-control', PUBLIC_S);
			const courses = await listCatalogue(database.read);
			return { courses, plans: listPlans(plans), paybill };
		},
	});

	api.get('/v1/courses/:id', {
		config,
		schema: {
			operationId: 'getPublishedCourse',
			summary: 'Retrieves a course with everything in it that learners see',
			description:
				'An app keeps the answers of the courses that its learner uses; items that the newest answer lacks were removed. Ids and `sha256` stay the same when an item moves. Returns 304 to the newest `ETag` in `If-None-Match`, and 404 for a course in which nothing is shown.',
			params,
			response: { 200: learnerCourse },
		},
		handler: async (request, reply) => {
			const course = await readCourseTree(database.read, request.params.id);
			const visible = course && describeVisibleCourse(course);
			if (!visible) throw notFound('Course');
			reply.header('cache-control', PUBLIC_S);
			return visible;
		},
	});

	api.get('/v1/files/:id', {
		config: { learners: true },
		schema: {
			operationId: 'getFileLink',
			summary: 'Retrieves a link to the file of a topic or past paper',
			description:
				'The link needs no header and works until `until`; then it returns 403 `link_expired`. Ask again, and continue with `Range` and `If-Range`. Returns 404 for an item that is not shown, 404 `no_file` without a file, and for a premium item 401 without a token and 402 `payment_required` without open access.',
			params,
			querystring: z.object({
				account: z.optional(z.string('Account must be one text')),
			}),
			response: { 200: fileLink, 402: paymentRequired },
		},
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
	});

	api.get('/v1/content/files/:name', {
		config: { learners: true },
		schema: {
			operationId: 'downloadContent',
			summary: 'Downloads the file of a link, or a part of it',
			description:
				'Supports `Range` and `If-Range`; the `ETag` is the SHA-256. Addresses come from `/api/v1/files/{id}`. Returns 403 for a changed link, and 403 `link_expired` after its end.',
			params: z.object({ name: z.string() }),
			querystring: z.object({
				until: z.optional(z.string('Until must be one text')),
				signature: z.optional(z.string('Signature must be one text')),
			}),
			produces: Object.values(fileTypes),
			response: { 200: z.any(), default: failureBody },
		},
		handler: async (request, reply) => {
			const path = `/files/${request.params.name}`;
			const { until = '', signature = '' } = request.query;
			const seconds = links.check(path, { until, signature });
			const file = await findFile(database.read, path);
			if (!file) throw notFound('File');
			return sendFile(request as FastifyRequest, reply, file, {
				files,
				headers: { 'cache-control': `public, max-age=${seconds}` },
			});
		},
	});
};
