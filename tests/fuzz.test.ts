import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '#shared/contract/errors.ts';
import { resources } from '#shared/contract/resources.ts';
import { engines, makeTestApp, type TestApp } from '../server/test-app.ts';
import { contentOf, type Family, kinds } from '../server/test-content.ts';
import { anyBody, anyHeaders, anyQuery, anySegment, type Sent } from './fuzz-parts.ts';

/** How long each engine is fuzzed; more in the night: `FUZZ_SECONDS=600 FUZZ_SEED=7 npx vitest run tests/fuzz`. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 3);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
/** Addresses that the description of the API does not list. */
const UNLISTED = [
	...['/', '/admin', '/admin/{any}', '/admin/courses/{courseId}/{any}', '/healthz', '/readyz'],
	...['/api', '/api/', '/api/docs', '/api/docs/{any}', '/api/openapi.json', '/api/{any}', '/{any}'],
	...['/files/{name}', '/assets/{any}', '/api/courses/{courseId}/{any}', '/api/hooks/{any}/stk'],
];
/** These keep shapes of their own. */
const OWN_SHAPE = /^\/api\/(docs|openapi\.json|auth|hooks|transactions\/export\.csv)/;
/** What a 5xx may honestly say while nothing is broken: a part that is not configured. */
const NOT_CONFIGURED = new Set(['payments_off']);
const LEAKS = /SQLITE|sqlstate|select .* from|node_modules|\/server\/|\.ts:\d|at [\w.]+ \(|argon2/i;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'] as const;

type Method = (typeof METHODS)[number];

interface Request {
	template: string;
	method: Method;
	own: boolean[];
	segments: string[];
	query: string;
	headers: Record<string, string>;
	body: Sent;
}

/** The bodies that mean something at an address: those of its kind of content, or of any. */
const bodiesOf = (template: string) => {
	const [, list = template] = /^(.*?)(\/\{\w+\})?(\/contents)?$/.exec(template) ?? [];
	const here = kinds.filter(
		({ resource }) => `/api${resource.path.replace(/:(\w+)/g, '{$1}')}` === list,
	);
	return (here.length > 0 ? here : kinds).flatMap(({ full, other }) => [full, other]);
};

const requests = (operations: [Method, string][]): fc.Arbitrary<Request> =>
	fc.constantFrom(...operations).chain(([method, template]) =>
		fc.record({
			template: fc.constant(template),
			method: fc.oneof(
				{ weight: 9, arbitrary: fc.constant(method) },
				{ weight: 1, arbitrary: fc.constantFrom(...METHODS) },
			),
			// Mostly ids that are there, so that a request comes through to where the work is done.
			own: fc.array(
				fc.nat(7).map((n) => n > 0),
				{ minLength: 4, maxLength: 4 },
			),
			segments: fc.array(anySegment, { minLength: 4, maxLength: 4 }),
			query: anyQuery,
			headers: anyHeaders,
			body: anyBody(bodiesOf(template)),
		}),
	);

const checkEnvelope = (status: number, text: string) => {
	const body = JSON.parse(text);
	expect(body.success).toBe(status < 400);
	if (body.success) return;
	expect(body.error).toEqual(expect.any(String));
	expect(errorCodes[body.code as ErrorCode]?.status).toBe(status);
	expect('fields' in body).toBe(status === 422);
};

/** The text of an answer, whatever it was packed in. */
const decode = (payload: Buffer, coding: unknown) => {
	if (payload.length === 0) return '';
	if (coding === 'gzip') return gunzipSync(payload).toString();
	return (coding === 'br' ? brotliDecompressSync(payload) : payload).toString();
};

const check = (
	url: string,
	method: string,
	answer: { statusCode: number; rawPayload: Buffer; headers: Record<string, unknown> },
) => {
	const { statusCode: status, rawPayload, headers } = answer;
	const body = decode(rawPayload, headers['content-encoding']);
	if (status >= 500) expect(NOT_CONFIGURED).toContain(JSON.parse(body).code);
	expect(headers['x-content-type-options']).toBe('nosniff');
	if (status >= 400) expect(body).not.toMatch(LEAKS);
	// As it is injected: with the dots resolved. Addresses with dots in them are tried over a socket.
	const path = URL.parse(url, 'http://localhost')?.pathname ?? url;
	if (path.startsWith('/api/') && !OWN_SHAPE.test(path) && method !== 'HEAD' && status !== 304)
		checkEnvelope(status, body);
};

/** The lists that things of content are added to. */
const LISTS = new Set(
	Object.values(resources).map(({ path }) => `/api${path.replace(/:(\w+)/g, '{$1}')}`),
);

/** Whoever is signed out finds every door closed, and nothing behind them is tried any more. */
const ENDS_ITSELF = new Set(['DELETE /api/account/sessions']);

const operationsOf = async ({ call }: TestApp) => {
	const { paths } = (await call('GET', '/openapi.json')).body;
	const listed = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods as object).map((method): [Method, string] => [
			method.toUpperCase() as Method,
			path,
		]),
	);
	// Among so many calls few would be of those that make something, and fewer of them would be right.
	const creates = listed.filter(([method, path]) => method === 'POST' && LISTS.has(path));
	return [
		...listed,
		...Array(5).fill(creates).flat(),
		...UNLISTED.map((path): [Method, string] => ['GET', path]),
	].filter((operation) => !ENDS_ITSELF.has(operation.join(' ')));
};

/** The address of a request, with ids of the family where it is to have ones that are there. */
const addressOf = ({ template, own, segments, query }: Request, family: Family) => {
	const ids: Record<string, string | undefined> = {
		...family,
		kind: 'course',
		id: { subjects: family.subjectId, topics: family.topicId, examsets: family.examSetId }[
			template.split('/')[2] ?? ''
		],
	};
	let at = 0;
	const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
		const known = own[at] ? ids[name] : undefined;
		return known ?? segments[at++] ?? '';
	});
	// Most queries name an unknown parameter, which is refused before anything else.
	return own[3] ? path : `${path}${query}`;
};

describe.each(engines)('any request (%s)', (engine) => {
	let site: TestApp;
	beforeAll(async () => {
		site = await makeTestApp(engine);
	});
	afterAll(() => site.close());

	it(
		'is answered in our words, never with a failure of ours, and the app lives on',
		async () => {
			let family = await contentOf(site).family();
			const statuses = new Set<number>();
			const ask = async (request: Request) => {
				const { payload, type } = request.body;
				// A method is sometimes another than the address is listed with.
				if (ENDS_ITSELF.has(`${request.method} ${request.template}`)) return;
				const url = addressOf(request, family);
				const answer = await site.inject({
					method: request.method as InjectOptions['method'] & string,
					url,
					headers: { ...(type !== undefined && { 'content-type': type }), ...request.headers },
					...(payload !== undefined && { payload }),
				});
				statuses.add(answer.statusCode);
				check(url, request.method, answer);
				// What was deleted may have been the family, and then nothing more would be found.
				if (request.method === 'DELETE' && answer.statusCode === 200)
					family = await contentOf(site).family();
			};
			await fc.assert(fc.asyncProperty(requests(await operationsOf(site)), ask), {
				seed: SEED,
				numRuns: SECONDS * 1_000,
				interruptAfterTimeLimit: SECONDS * 1_000,
				markInterruptAsFailure: false,
			});
			expect((await site.call('GET', '/courses')).status).toBe(200);
			await contentOf(site).family();
			// A fuzz that is turned away at the door proves nothing.
			expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 404, 405, 415, 422]));
		},
		SECONDS * 1_000 + 60_000,
	);
});
