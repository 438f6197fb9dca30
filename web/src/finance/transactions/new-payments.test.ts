import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../../../server/cli/sample-payments.ts';
import { paymentAt } from '../../../../server/finance/payments/fixtures/payments.ts';
import { storePayments } from '../../../../server/finance/payments/store.ts';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();
const random = createRandom(3);
const arrive = (count: number) =>
	wire.site.database.write((trx) =>
		storePayments(
			trx,
			Array.from({ length: count }, (): [ReturnType<typeof paymentAt>, number] => {
				const at = Date.now();
				return [{ ...paymentAt(at, random, 'completed'), payer_name: 'JANE WANJIRU' }, at];
			}),
			'request',
		),
	);

beforeAll(() => arrive(12));
afterEach(() => vi.useRealTimers());

describe('list of payments', () => {
	it('announces payments that arrived since it was loaded', async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		await openConsole('/admin/transactions');
		await screen.findAllByRole('button', { name: /^View Details/ });
		await arrive(1);
		await act(() => vi.advanceTimersByTimeAsync(16_000));
		expect(await screen.findByText('1 new payment')).toBeTruthy();
	});

	it('does not count payments outside of the search as new', async () => {
		const { user } = await openConsole('/admin/transactions');
		await screen.findAllByRole('button', { name: /^View Details/ });
		await user.type(screen.getByRole('searchbox'), 'unknown{Enter}');
		await screen.findByText('No transactions found');
		expect(screen.queryByText(/ new payments?$/)).toBeNull();
	});

	it('announces nothing when fewer payments match than before', async () => {
		const { user } = await openConsole('/admin/transactions?search=wanjiru');
		await screen.findAllByRole('button', { name: /^View Details/ });
		await wire.site.database.write((trx) =>
			trx
				.updateTable('payments')
				.set({ payer_name: null, search_key: '', search_shown: '' })
				.where('seq', 'in', (eb) => eb.selectFrom('payments').select('seq').orderBy('seq').limit(1))
				.execute(),
		);
		await user.click(screen.getByRole('button', { name: 'Next' }));
		await screen.findByText(/^Showing 11 to/);
		expect(screen.queryByText(/ new payments?$/)).toBeNull();
	});

	it('does not poll the count of a search with many results', async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		await openConsole('/admin/transactions?search=wanjiru');
		await screen.findAllByRole('button', { name: /^View Details/ });
		wire.calls.length = 0;
		await act(() => vi.advanceTimersByTimeAsync(60_000));
		expect(wire.calls.filter((call) => call.includes('wanjiru'))).toEqual([]);
	});
});
