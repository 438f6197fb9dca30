import { formatMpesaTime } from '#shared/east-africa-time.ts';
import type { DarajaAccount } from './settings.ts';

/** A call to Safaricom as evidence: the request as JSON without secrets, and the answer. */
export interface Exchange {
	request: string;
	/** Null without an answer. */
	status: number | null;
	body: string;
}

/** An answer of Safaricom. Its status is null without an answer in time; the call may have had its effect. */
interface DarajaAnswer {
	status: number | null;
	body: string;
	/** Undefined if the body is no JSON object. */
	json: Record<string, unknown> | undefined;
}

const readJson = (body: string) => {
	try {
		const json: unknown = JSON.parse(body);
		return json !== null && typeof json === 'object' && !Array.isArray(json)
			? (json as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
};

/** Every error of Daraja is `{requestId, errorCode, errorMessage}`. */
const readError = ({ json }: DarajaAnswer) => ({
	code: typeof json?.errorCode === 'string' ? json.errorCode : undefined,
	text: typeof json?.errorMessage === 'string' ? json.errorMessage : undefined,
});

/** Time before its end at which a token is replaced. */
const RENEW_BEFORE_MS = 60_000;

/**
 * Sends requests to Safaricom. A new token ends the one before, so all calls share one: it is requested once at a time, a
 * minute before its end, and after a refusal. If the token request fails, its answer is the answer of the call. Answers
 * pass through `hide`, as an error may quote what we sent.
 */
const openClient = (
	account: DarajaAccount,
	timeoutMs: number,
	hide: (text: string) => string,
	now: () => number,
) => {
	const send = async (path: string, init: RequestInit): Promise<DarajaAnswer> => {
		try {
			const answer = await fetch(new URL(path, account.baseUrl), {
				...init,
				redirect: 'manual',
				signal: AbortSignal.timeout(timeoutMs),
			});
			const body = hide(await answer.text());
			return { status: answer.status, body, json: readJson(body) };
		} catch {
			return { status: null, body: '', json: undefined };
		}
	};

	const basic = Buffer.from(`${account.consumerKey}:${account.consumerSecret}`).toString('base64');
	let cachedToken: { token: string; until: number } | undefined;
	let asking: Promise<string | DarajaAnswer> | undefined;

	const askForToken = async () => {
		const askedAt = now();
		const answer = await send('/oauth/v1/generate?grant_type=client_credentials', {
			headers: { authorization: `Basic ${basic}` },
		});
		const { access_token: token, expires_in: seconds } = answer.json ?? {};
		if (answer.status !== 200 || typeof token !== 'string') return answer;
		const lifetimeMs = (Number(seconds) || 3_599) * 1000;
		cachedToken = {
			token,
			until: askedAt + Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2),
		};
		return token;
	};

	const validToken = async (refused?: string) => {
		if (cachedToken && cachedToken.token !== refused && cachedToken.until > now())
			return cachedToken.token;
		asking ??= askForToken().finally(() => {
			asking = undefined;
		});
		return asking;
	};

	/** Posts JSON; tries again once with a new token if the first was rejected. */
	const post = async (path: string, body: object, refused?: string): Promise<DarajaAnswer> => {
		const token = await validToken(refused);
		if (typeof token !== 'string') return token;
		const answer = await send(path, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const isRefused = answer.status === 401 || readError(answer).code === '404.001.03';
		return isRefused && refused === undefined ? post(path, body, token) : answer;
	};

	return { post };
};

/** Fields of a prompt on a payer's phone. */
export interface Prompt {
	/** `254` and nine digits. */
	phone: string;
	amount: number;
	reference: string;
	description: string;
	callbackUrl: string;
}

/** The answer to a prompt. `silent`: the prompt may or may not have been made. */
export type PushResult = { exchange: Exchange } & (
	| { kind: 'accepted'; checkoutRequestId: string; merchantRequestId: string }
	| { kind: 'refused'; code: string | null; text: string }
	| { kind: 'silent' }
);

/** The answer to a query about a prompt. `open`: there is no result yet, or Safaricom does not give one. */
export type QueryResult = { exchange: Exchange } & (
	| { kind: 'result'; code: string; text: string | null; checkoutRequestId: string | null }
	| { kind: 'open'; text: string | null; limited: boolean }
	| { kind: 'silent' }
);

const toText = (value: unknown) =>
	(typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

const toRefusal = (answer: DarajaAnswer) => {
	const error = readError(answer);
	return {
		code: error.code ?? toText(answer.json?.ResponseCode),
		text:
			error.text ??
			toText(answer.json?.ResponseDescription) ??
			`M-Pesa answered with status ${answer.status}.`,
	};
};

/** Opens Safaricom's API for STK pushes and queries. Exchanges contain no secrets. */
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
	const line = openClient(account, timeoutMs, hide, now);

	const signed = () => {
		const Timestamp = formatMpesaTime(now());
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
		/** Requests a prompt; "accepted" is not paid. */
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
			const checkoutRequestId = toText(answer.json?.CheckoutRequestID);
			const merchantRequestId = toText(answer.json?.MerchantRequestID);
			if (answer.status === 200 && String(answer.json?.ResponseCode) === '0')
				return checkoutRequestId && merchantRequestId
					? { kind: 'accepted', checkoutRequestId, merchantRequestId, exchange: seen }
					: { kind: 'silent', exchange: seen };
			// An error page of a gateway is not an answer to the request.
			const refused =
				readError(answer).code || answer.json?.ResponseCode || /^4/.test(String(answer.status));
			return refused
				? { kind: 'refused', ...toRefusal(answer), exchange: seen }
				: { kind: 'silent', exchange: seen };
		},

		/** Queries the result of a prompt. Answers never name a receipt, an amount or a phone. */
		query: async (checkoutRequestId: string): Promise<QueryResult> => {
			const { answer, exchange: seen } = await exchange('/mpesa/stkpushquery/v1/query', {
				...signed(),
				CheckoutRequestID: checkoutRequestId,
			});
			if (answer.status === null) return { kind: 'silent', exchange: seen };
			const code = toText(answer.json?.ResultCode);
			if (answer.status === 200 && code !== null)
				return {
					kind: 'result',
					code,
					text: toText(answer.json?.ResultDesc),
					checkoutRequestId: toText(answer.json?.CheckoutRequestID),
					exchange: seen,
				};
			const text = readError(answer).text ?? toText(answer.json?.ResponseDescription);
			return { kind: 'open', text, limited: answer.status === 429, exchange: seen };
		},
	};
};

export type Daraja = ReturnType<typeof openDaraja>;
