import { expect, it } from 'vitest';
import { readDeliveryFields } from './delivery-fields.ts';

it('reads a C2B confirmation', () => {
	const body = {
		TransID: 'UK81ABC2DE',
		TransAmount: '500.00',
		MSISDN: '2547*****126',
		BillRefNumber: 'UF000123',
		TransTime: '20261101000000',
	};
	expect(readDeliveryFields(JSON.stringify(body))).toEqual({
		receipt: 'UK81ABC2DE',
		amount: '500.00',
		phone: '2547*****126',
		reference: 'UF000123',
		time: '20261101000000',
	});
});

it('reads an STK callback', () => {
	const items = [
		{ Name: 'Amount', Value: 1500 },
		{ Name: 'MpesaReceiptNumber', Value: 'UK81ABC2DE' },
		{ Name: 'Balance' },
		{ Name: 'PhoneNumber', Value: 254712345678 },
	];
	const stkCallback = {
		CheckoutRequestID: 'ws_CO_1',
		ResultCode: 1032,
		ResultDesc: 'Request cancelled by user',
		CallbackMetadata: { Item: items },
	};
	expect(readDeliveryFields(JSON.stringify({ Body: { stkCallback } }))).toEqual({
		request: 'ws_CO_1',
		result: 'Request cancelled by user',
		amount: '1500',
		receipt: 'UK81ABC2DE',
		phone: '254712345678',
	});
});

it('returns no fields for any other body', () => {
	for (const body of ['', 'x', 'null', '[]', '"TransID"', '{"TransID":{}}', '{"Name":"Amount"}'])
		expect(readDeliveryFields(body)).toEqual({});
});
