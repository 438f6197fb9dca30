import { expect, it } from 'vitest';
import { onEveryEngine } from '../../test-app.ts';
import { absent } from '../../test-content.ts';

onEveryEngine('transactions', (site) => {
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
