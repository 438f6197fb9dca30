import { mpesaTimeText } from '#shared/east-africa-time.ts';
import { type DarajaAnswer, darajaLine, type Exchange, errorOf } from './exchange.ts';
import type { DarajaAccount } from './settings.ts';

/** What a prompt on a payer's phone needs. */
export interface Prompt {
	/** `254` and nine digits. */
	phone: string;
	amount: number;
	reference: string;
	description: string;
	callbackUrl: string;
}

/** What became of a prompt. `silent`: it may or may not have been made. */
export type PushResult = { exchange: Exchange } & (
	| { kind: 'accepted'; checkoutRequestId: string; merchantRequestId: string }
	| { kind: 'refused'; code: string | null; text: string }
	| { kind: 'silent' }
);

/** What Safaricom says of a prompt. `open`: it has not decided, or will not say now. */
export type QueryResult = { exchange: Exchange } & (
	| { kind: 'result'; code: string; text: string | null; checkoutRequestId: string | null }
	| { kind: 'open'; text: string | null; limited: boolean }
	| { kind: 'silent' }
);

const textOf = (value: unknown) =>
	typeof value === 'string' && value !== ''
		? value
		: typeof value === 'number'
			? String(value)
			: null;

const refusal = (answer: DarajaAnswer) => {
	const error = errorOf(answer);
	return {
		code: error.code ?? textOf(answer.json?.ResponseCode),
		text:
			error.text ??
			textOf(answer.json?.ResponseDescription) ??
			`M-Pesa answered with status ${answer.status}.`,
	};
};

/** Safaricom's API for STK pushes and what became of them. Nothing that is kept or shown has a secret in it. */
export const openDaraja = (
	account: DarajaAccount,
	{
		now = Date.now,
		timeoutMs = 10_000,
		secrets = [],
	}: { now?: () => number; timeoutMs?: number; secrets?: readonly string[] } = {},
) => {
	const hide = (text: string) =>
		secrets.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
	const line = darajaLine(account, timeoutMs, hide, now);

	const signed = () => {
		const Timestamp = mpesaTimeText(now());
		const Password = Buffer.from(account.shortCode + account.passkey + Timestamp).toString(
			'base64',
		);
		return { BusinessShortCode: account.shortCode, Password, Timestamp };
	};

	const exchange = async (path: string, request: Record<string, unknown>) => {
		const { Password: _, ...shown } = request;
		const answer = await line.post(path, request);
		const { status, body } = answer;
		return { answer, exchange: { request: hide(JSON.stringify(shown)), status, body } };
	};

	return {
		/** Asks for a prompt; "accepted" is not paid. */
		push: async (prompt: Prompt): Promise<PushResult> => {
			const { answer, exchange: seen } = await exchange('/mpesa/stkpush/v1/processrequest', {
				...signed(),
				TransactionType: account.transactionType,
				Amount: prompt.amount,
				PartyA: prompt.phone,
				PartyB: account.till ?? account.shortCode,
				PhoneNumber: prompt.phone,
				CallBackURL: prompt.callbackUrl,
				AccountReference: prompt.reference,
				TransactionDesc: prompt.description,
			});
			if (answer.status === null) return { kind: 'silent', exchange: seen };
			const checkoutRequestId = textOf(answer.json?.CheckoutRequestID);
			const merchantRequestId = textOf(answer.json?.MerchantRequestID);
			if (answer.status === 200 && String(answer.json?.ResponseCode) === '0')
				return checkoutRequestId && merchantRequestId
					? { kind: 'accepted', checkoutRequestId, merchantRequestId, exchange: seen }
					: { kind: 'silent', exchange: seen };
			// A gateway's own error page says nothing about what lies behind it.
			const refused =
				errorOf(answer).code || answer.json?.ResponseCode || /^4/.test(String(answer.status));
			return refused
				? { kind: 'refused', ...refusal(answer), exchange: seen }
				: { kind: 'silent', exchange: seen };
		},

		/** Asks what became of a prompt. It never names a receipt, an amount or a phone. */
		query: async (checkoutRequestId: string): Promise<QueryResult> => {
			const { answer, exchange: seen } = await exchange('/mpesa/stkpushquery/v1/query', {
				...signed(),
				CheckoutRequestID: checkoutRequestId,
			});
			if (answer.status === null) return { kind: 'silent', exchange: seen };
			const code = textOf(answer.json?.ResultCode);
			if (answer.status === 200 && code !== null)
				return {
					kind: 'result',
					code,
					text: textOf(answer.json?.ResultDesc),
					checkoutRequestId: textOf(answer.json?.CheckoutRequestID),
					exchange: seen,
				};
			const text = errorOf(answer).text ?? textOf(answer.json?.ResponseDescription);
			return { kind: 'open', text, limited: answer.status === 429, exchange: seen };
		},
	};
};

export type Daraja = ReturnType<typeof openDaraja>;
