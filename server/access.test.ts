import { beforeAll, describe, expect, it } from 'vitest';
import { listPermissions, type Role, roleNames } from '#shared/contract/platform/access.ts';
import { access } from './parts.ts';
import { findAccess } from './platform/http/access.ts';
import { type Call, onSomeEngines } from './testing/app.ts';
import { contentRows, createContent, type Family } from './testing/content.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** All cells of the table under /api except the hooks of M-Pesa. */
const cells = Object.entries(access).flatMap(([url, methods]) =>
	Object.keys(methods)
		.filter(() => url.startsWith('/api/') && !url.startsWith('/api/hooks/'))
		.map((method) => ({ url, method: method as Method, cell: `${method} ${url}` })),
);

/** Ids that are there, and the same with each child under a parent that is not its own. */
const placesOf = (a: Family, b: Family) => {
	const right: Record<string, string> = { ...a };
	const wrong: Record<string, string> = { ...right, courseId: b.courseId };
	return { right, wrong };
};

const fill = (url: string, ids: Record<string, string>) =>
	url.replace(/^\/api/, '').replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'nothing');

/** Returns the smallest body for a method. */
const emptyBody = (method: Method) => (method === 'GET' || method === 'DELETE' ? undefined : {});

/** Returns the expected answer of the guard to a caller: 403, or 'in' if it runs the handler. */
const expected = (permission: string, kind: 'person' | 'program', role: Role) => {
	if (permission === 'public' || permission === 'signed-in') return 'in';
	// Sessions and keys are no devices.
	if (permission === 'device') return 401;
	if (permission === 'self') return kind === 'person' ? 'in' : 403;
	return listPermissions(role, kind).some((one) => one === permission) ? 'in' : 403;
};

it('gives each call the permission that was agreed', async () => {
	const lines = cells
		.map(({ url, method, cell }) => {
			const found = findAccess(access, url, method);
			return `${found?.permission}${found?.fresh ? ', confirmed' : ''}: ${cell}`;
		})
		.sort();
	await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('fixtures/permissions.txt');
});

onSomeEngines('the access table', (site) => {
	let places: ReturnType<typeof placesOf>;
	let callers: { name: string; kind: 'person' | 'program'; role: Role; call: Call }[];
	beforeAll(async () => {
		const content = createContent(site());
		places = placesOf(await content.family(), await content.family());
		callers = [];
		for (const role of roleNames) {
			callers.push({ name: role, kind: 'person', role, call: (await site().as(role)).call });
			const { call } = await site().asKey(role);
			callers.push({ name: `key of ${role}`, kind: 'program', role, call });
		}
	});

	const rows = () => contentRows(site());

	it.each(cells)('answers 401 without a caller: $cell', async ({ url, method }) => {
		const permission = findAccess(access, url, method)?.permission;
		if (permission === 'public') return;
		for (const address of new Set([fill(url, places.right), fill(url, places.wrong)])) {
			const answer = await site().anyone(method, address, emptyBody(method));
			expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
			expect(answer.body).not.toHaveProperty('data');
		}
	});

	const expectRight = async (
		{ name, kind, role, call }: (typeof callers)[number],
		{ cell, method }: (typeof cells)[number],
		permission: string,
		address: string,
	) => {
		const { status, body } = await call(method, address, emptyBody(method));
		const outcome = [401, 403].includes(status) ? status : 'in';
		expect(outcome, `${name}: ${cell}`).toBe(expected(permission, kind, role));
		if (status >= 500) expect(body.code).toBe('payments_off');
	};

	it.each(cells)('allows each role and key exactly its permissions: $cell', async (cell) => {
		const { url, method } = cell;
		const permission = findAccess(access, url, method)?.permission ?? 'none';
		if (permission === 'public' || url.startsWith('/api/auth/')) return;
		if (cell.cell === 'DELETE /api/account/sessions') return;
		// The next cell needs the same rows: bodies are empty, and writes have unknown ids.
		const harmless = method === 'GET' ? places.right : {};
		const ids = [harmless, /:\w+\//.test(url) ? places.wrong : {}];
		const addresses = new Set(ids.map((some) => fill(url, some)));
		const before = await rows();
		for (const caller of callers)
			for (const address of addresses) await expectRight(caller, cell, permission, address);
		expect(await rows()).toEqual(before);
	});

	describe('under another parent', () => {
		const nested = cells.filter(({ url }) => /:courseId\/.*:\w+/.test(url));

		it.each(nested)('answers the same 404 as for an unknown id: $cell', async (cell) => {
			const { url, method } = cell;
			const order = { ids: ['nothing'], before: null };
			const full: Record<string, unknown> = {
				name: 'Moved',
				order_num: 1,
				year: 2026,
				with: 'files',
				...order,
			};
			const { fields: accepted } = (await site().call(method, fill(url, places.wrong), { '?': 1 }))
				.body;
			const names = /accepts: (.*)\.$/.exec(accepted?.['?'] ?? '')?.[1]?.split(', ') ?? [];
			const sent = names.filter((name) => name in full).map((name) => [name, full[name]]);
			const body = method === 'GET' || method === 'DELETE' ? undefined : Object.fromEntries(sent);
			const unknownIds: Record<string, string> = { ...places.wrong };
			for (const name of Object.keys(unknownIds))
				if (name !== 'courseId') unknownIds[name] = '01900000-0000-7000-8000-000000000000';
			const before = await rows();
			const { call } = site();
			const wrong = await call(method, fill(url, places.wrong), body);
			const unknown = await call(method, fill(url, unknownIds), body);
			expect(wrong.status).toBe(404);
			expect(wrong.body).toEqual(unknown.body);
			expect(await rows()).toEqual(before);
		});
	});
});
