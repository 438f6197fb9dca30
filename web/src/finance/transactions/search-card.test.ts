import { expect, it } from 'vitest';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import { isMeant, readSms } from './search-card.tsx';

it.each([
	[
		'UKK1AB2CD3 Confirmed. Ksh1,500.00 sent to NAIVAS for account 12 on 20/11/26 at 4:26 PM New M-PESA balance is Ksh2.00.',
		'NAIVAS',
	],
	[
		'UKK1AB2CD3 Confirmed. Ksh500.00 paid to JAVA HOUSE KIMATHI. on 20/11/26 at 4:26 PM.',
		'JAVA HOUSE KIMATHI',
	],
	[
		'UKK1AB2CD3 Confirmed. Ksh50.00 sent to JANE DOE 0712345678 on 20/11/26 at 4:26 PM.',
		'JANE DOE',
	],
	['UKK1AB2CD3 Imethibitishwa. Ksh500.00 imelipwa kwa NAIVAS tarehe 20/11/26.', 'NAIVAS'],
])('reads the recipient of an SMS', (text, recipient) => {
	expect(readSms(text)).toEqual({ recipient, isFuliza: false });
});

it('recognizes Fuliza, and returns undefined for other texts', () => {
	const text =
		'UKK1AB2CD3 Confirmed. Fuliza M-PESA amount is Ksh 500.00. Access Fee charged Ksh 5.00.';
	expect(readSms(text)).toEqual({ isFuliza: true });
	expect(readSms('UKK1AB2CD3')).toBeUndefined();
});

it('opens no payment for a few digits that are only inside its request id', () => {
	const payment = {
		mpesa_receipt_number: 'UH3KQUQRG9',
		phone_number: '254111970970',
		payer_name: 'GRACE WANJIKŨ',
		amount: 1700,
		account_reference: 'LAB-12',
		assigned_reference: null,
		checkout_request_id: 'ws_CO_03082026054455541111970970',
	} as Transaction;
	const isOpened = (text: string) => isMeant(text, payment);
	expect(['4555', '0308'].filter(isOpened)).toEqual([]);
	const meant = [
		...['qrg9', '0970', '0111 97', 'wanjiku', 'lab 12', '1700'],
		'ws_CO_03082026054455541111970970',
	];
	expect(meant.filter(isOpened)).toEqual(meant);
});
