import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storePayments } from '../../../../server/features/payments/store.ts';
import {
	ORG,
	paid,
	sendStatement,
} from '../../../../server/features/reconciliation/fixtures/desk.ts';
import { csvOf, orgRows } from '../../../../server/mpesa/fixtures/statements.ts';
import { openConsole, withServer } from '../../../../tests/web/console.tsx';

const wire = withServer();

const FROM = Date.parse('2026-07-01T00:00:00+03:00');
const TO = Date.parse('2026-08-01T00:00:00+03:00');

const wayTo = async () => {
	cleanup();
	await openConsole('/admin/reconciliation?month=2026-07');
	const link = await screen.findByRole('link', { name: /^1 completed payment has no receipt yet/ });
	return link.getAttribute('href');
};

it('a payment without a receipt leads to where it gets one, else to itself', async () => {
	await wire.site.database.write((trx) =>
		storePayments(trx, [paid(null, FROM + 86_400_000, 1500)], 'callback'),
	);
	expect(await wayTo()).toBe(
		'/admin/transactions?mark=receipt_awaited&from=2026-07-01&to=2026-07-31',
	);
	const content = csvOf(orgRows({ opening: 0, from: FROM, to: TO, movements: [] }));
	await sendStatement(wire.site, ORG, content, '', wire.site.headers);
	expect(await wayTo()).toBe('/admin/reconciliation?month=2026-07&state=only_books');
});
