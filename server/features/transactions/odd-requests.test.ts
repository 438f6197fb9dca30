import { expect, it } from 'vitest';
import { onEveryEngine } from '../../test-app.ts';
import { absent } from '../../test-content.ts';

onEveryEngine('transactions', (site) => {
	it.each(['%0A', 'a%0Ab', '%F0%9F%8E%93', '%25', '%5C'])(
		'that are searched by what none of them holds, %s, are none',
		async (search) => {
			const list = await site().call('GET', `/transactions?search=${search}`);
			expect(list.status).toBe(200);
			expect(list.body.data.data).toEqual([]);
			const csv = await site().call('GET', `/transactions/export.csv?search=${search}`);
			expect(csv.status).toBe(200);
		},
	);

	it.each(['%00', '%2F', '%E0%A4%A', 'x'.repeat(300), '🎓', '1'])(
		'have no %s among them, to look at or to ask about',
		async (id) => {
			expect(await site().call('GET', `/transactions/${id}`)).toMatchObject(absent('Transaction'));
			expect(await site().call('POST', `/transactions/${id}/check`)).toMatchObject(
				absent('Transaction'),
			);
		},
	);
});
