import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyResource, buildItemPath } from '#shared/contract/content/resource.ts';
import { onEveryEngine } from '../../testing/app.ts';
import {
	buildItemAddress,
	buildListPath,
	contentRows,
	createContent,
	type Family,
	kinds,
} from '../../testing/content.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

/** Addresses as a person, a program or an attacker might write an id, already in the address's own code. */
const ODD_IDS = [
	'%20',
	'null',
	'-1',
	'%00',
	'%2F',
	'..%2Fcourses',
	'%5c..%5c',
	'a'.repeat(300),
	'a'.repeat(2_000),
	'%F0%9F%8E%93',
	'%E0%A4%A',
	'100%',
	'%ED%A0%80',
	'%27%20or%201=1--',
	'*',
	':courseId',
	'__proto__',
	';a=1',
];

/** Returns the names of the ids in the address of an item, in order. */
const idsIn = (resource: AnyResource) =>
	buildItemPath(resource)
		.match(/:\w+/g)
		?.map((name) => name.slice(1)) ?? [];

onEveryEngine('an address', (site) => {
	let mine: Family;
	let theirs: Family;
	/** A second subject and exam set of the same course: the right grandparent, the wrong parent. */
	let sibling: Family;
	beforeAll(async () => {
		const { family } = createContent(site());
		mine = await family();
		theirs = await family();
		sibling = await family({ courseId: mine.courseId });
	});

	const attempts = async (resource: AnyResource, family: Record<string, string>) => {
		const { call } = site();
		const one = buildItemAddress(resource, family);
		const below = kinds.filter(
			({ resource: child }) =>
				child.path.startsWith(`${buildItemPath(resource)}/`) &&
				!child.path.slice(buildItemPath(resource).length + 1).includes('/'),
		);
		const answers = [
			await call('GET', one),
			await call('PUT', one, { name: 'Taken' }),
			await call('DELETE', one),
			await call('GET', `${one}/deletion-impact`),
		];
		for (const { resource: child, full } of below) {
			answers.push(await call('GET', buildListPath(child, family)));
			answers.push(await call('GET', `${buildListPath(child, family)}/next-order`));
			answers.push(await call('POST', buildListPath(child, family), full));
		}
		return answers.map(({ status, body }) => ({ status, body }));
	};

	describe.each(kinds)('of $name', ({ resource }) => {
		it('answers every call with the same 404 for any wrong parent, and changes nothing', async () => {
			const before = await contentRows(site());
			const names = idsIn(resource);
			const own = names.at(-1) as string;
			const unknown = await attempts(resource, { ...mine, [own]: UNKNOWN_ID });
			for (const { status, body } of unknown)
				expect([status, body]).toEqual([
					404,
					{ success: false, error: `${resource.label} not found`, code: 'not_found' },
				]);
			// An item with the same parents exists too; only items under it have other parents.
			const peers = names.length === 1 ? [theirs[own], sibling[own]] : [sibling[own]];
			const others = names.flatMap((name) => {
				const right = new Set([mine[name], ...(name === own ? peers : [])]);
				const ids = [UNKNOWN_ID, theirs[name], sibling[name], ...Object.values(mine)] as string[];
				return [...new Set(ids).difference(right)].map((id) => ({ ...mine, [name]: id }));
			});
			for (const ids of others) expect(await attempts(resource, ids)).toEqual(unknown);
			expect(await contentRows(site())).toEqual(before);
		});
	});

	it.each(['/subjects', '/topics', '/examsets', '/pastpapers'])(
		'%s/{id} finds nothing by an odd id, nor by an id of another kind',
		async (list) => {
			for (const odd of [...ODD_IDS, mine.courseId, UNKNOWN_ID]) {
				const answer = await site().call('GET', `${list}/${odd}`);
				expect(answer.status, odd).toBe(404);
				expect(answer.body).toMatchObject({ success: false, code: 'not_found' });
			}
		},
	);
});
