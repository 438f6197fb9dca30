import { expect, it } from 'vitest';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import { onEveryEngine, type TestApp } from '../../testing/app.ts';
import { buildItemAddress, buildListPath, createContent, kinds } from '../../testing/content.ts';
import { pdf } from '../files/fixtures/documents.ts';
import { upload } from '../files/fixtures/form.ts';
import { forEachConcurrently } from '../files/for-each-concurrently.ts';

const trail = async ({ call }: TestApp, query = '') =>
	(await call('GET', `/audit?limit=100${query}`)).body.data.data as AuditRow[];

const countOf = async ({ database }: TestApp) =>
	(
		await database.read
			.selectFrom('audit_log')
			.select((eb) => eb.fn.countAll<number>().as('n'))
			.executeTakeFirstOrThrow()
	).n;

onEveryEngine('the audit row of a change', (site) => {
	it('names actor, time, address and item, with all created fields', async () => {
		const before = new Date().toISOString();
		const { courseId, subjectId } = await createContent(site()).family();
		const answer = await site().call('POST', `/courses/${courseId}/subjects/${subjectId}/topics`, {
			name: 'Vectors',
			topicUrl: 'https://example.org/vectors.pdf',
		});
		const [row] = await trail(site(), `&item_id=${answer.body.data.id}`);
		expect(row).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
			action: 'create',
			actor: {
				kind: 'person',
				id: expect.any(String),
				name: expect.stringMatching(/^admin/),
				role: 'admin',
			},
			address: '127.0.0.1',
			request_id: answer.headers['x-request-id'],
			item: {
				kind: 'topic',
				id: answer.body.data.id,
				name: 'Vectors',
				parents: [
					{ kind: 'course', id: courseId, name: 'Plumbing' },
					{ kind: 'subject', id: subjectId, name: 'Pipework' },
				],
			},
			before: null,
			after: {
				name: 'Vectors',
				order_num: 2,
				url: 'https://example.org/vectors.pdf',
				published: true,
				free: false,
			},
			details: null,
		});
		expect((row?.at ?? '') >= before).toBe(true);
	});

	it.each(kinds)(
		'has only the changed fields of $name, before and after',
		async ({ resource, full, other }) => {
			const place = await createContent(site()).family();
			const made = await site().call('POST', buildListPath(resource, place), full);
			const address = buildItemAddress(resource, { ...place, [resource.param]: made.body.data.id });
			const first = Object.keys(other)[0] as string;
			await site().call('PUT', address, { ...full, [first]: other[first] });
			await site().call('PUT', address, { ...full, [first]: other[first] });
			await site().call('DELETE', address);
			const rows = await trail(site(), `&item_id=${made.body.data.id}`);
			expect(rows.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
			expect(rows[1]).toMatchObject({ before: { name: full.name }, after: { name: other.name } });
			expect(Object.keys(rows[1]?.before ?? {})).toEqual(['name']);
			expect(rows[0]).toMatchObject({
				item: { name: other.name },
				before: { name: other.name, order_num: full.order_num },
				after: null,
			});
		},
	);

	it('counts what was deleted with an item, and names what was detached', async () => {
		const make = createContent(site());
		const family = await make.family();
		const paper = await make.paper(family, { subject_id: family.subjectId });
		await site().call('DELETE', `/courses/${family.courseId}/subjects/${family.subjectId}`);
		const [deleted] = await trail(site(), `&item_id=${family.subjectId}`);
		expect(deleted).toMatchObject({
			action: 'delete',
			details: {
				topics: 1,
				unlinkedPapers: 1,
				gone: [{ kind: 'topic', id: family.topicId, name: 'Joints' }],
			},
		});
		const [left] = await trail(site(), `&item_id=${paper.id}`);
		expect(left).toMatchObject({
			action: 'update',
			item: { parents: [{ name: 'Plumbing' }, { name: 'July' }] },
			before: { subject_id: { id: family.subjectId, name: 'Pipework' } },
			after: { subject_id: null },
			details: { cause: 'subject_deleted' },
		});
		const { body } = await site().call('DELETE', `/courses/${family.courseId}`);
		const [course] = await trail(site(), `&item_id=${family.courseId}`);
		expect(course?.details).toMatchObject({
			examsets: 1,
			pastpapers: 2,
			gone: expect.arrayContaining([
				{ kind: 'examset', id: family.examSetId, name: 'July' },
				{ kind: 'pastpaper', id: family.paperId, name: 'Theory' },
				{ kind: 'pastpaper', id: paper.id, name: 'Theory' },
			]),
			deletion: body.deletion,
		});
	});

	it('names other items by their names at that time', async () => {
		const make = createContent(site());
		const family = await make.family();
		const paper = await make.paper(family, { subject_id: family.subjectId });
		const [row] = await trail(site(), `&item_id=${paper.id}`);
		expect(row?.after?.subject_id).toEqual({ id: family.subjectId, name: 'Pipework' });
	});

	it('is one per upload, and one per CSV export', async () => {
		const { body } = await upload(site(), 'Notes.pdf', await pdf('Vidokezo'));
		const [uploaded] = await trail(site(), '&action=upload');
		expect(uploaded).toMatchObject({
			item: { kind: 'file', name: 'Notes.pdf' },
			after: { url: body.url, size: body.data.size },
		});
		await site().call('GET', '/transactions/export.csv?search=0712+345+678&status=failed');
		const [exported] = await trail(site(), '&action=export');
		expect(exported?.details).toEqual({ search: '**** *** 678', status: 'failed', count: 0 });
	});

	it('is missing if nothing changes: a rejection, a repeated request, a replayed answer', async () => {
		const { courseId } = await createContent(site()).family();
		const before = await countOf(site());
		const body = { name: 'Once' };
		const key = { 'idempotency-key': `once-${courseId}` };
		const path = `/courses/${courseId}/subjects`;
		const [first, again] = [
			await site().call('POST', path, body, key),
			await site().call('POST', path, body, key),
		];
		expect(again.body).toEqual(first.body);
		await site().call('POST', path, { name: '' });
		await site().call('PUT', `/courses/${courseId}`, { name: 'Plumbing' });
		await site().call('PUT', `/courses/${courseId}`, { name: 'Late' }, { 'if-match': '"99"' });
		await site().call('DELETE', `${path}/${courseId}`);
		expect(await countOf(site())).toBe(before + 1);
	});

	it('is complete after many changes at once, of which some fail', async () => {
		const { courseId } = await createContent(site()).family();
		const before = await countOf(site());
		let made = 0;
		// Eight at once: fewer than the pool has connections.
		await forEachConcurrently(Array(40).keys(), async (n) => {
			const { status } =
				n % 4 === 3
					? await site().call('PUT', `/courses/${courseId}`, { price: n })
					: await site().call('POST', `/courses/${courseId}/subjects`, {
							name: n % 4 ? `S ${n}` : '',
						});
			if (status < 300) made++;
		});
		expect(made).toBe(30);
		expect(await countOf(site())).toBe(before + made);
	});
});
