import type { DarajaAccount } from './settings.ts';
import { tokenKeeper } from './token.ts';

/** One call to Safaricom as evidence: what we sent, as JSON without secrets, and what came back. */
export interface Exchange {
	request: string;
	/** Null where nobody answered. */
	status: number | null;
	body: string;
}

/** An answer that was read; `json` is undefined where it is no JSON object. */
export interface DarajaAnswer {
	status: number;
	body: string;
	json: Record<string, unknown> | undefined;
}

/** Nobody answered, or not in time: what we asked for may or may not have happened. */
export class Silence extends Error {}

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
export const errorOf = ({ json }: DarajaAnswer) => ({
	code: typeof json?.errorCode === 'string' ? json.errorCode : undefined,
	text: typeof json?.errorMessage === 'string' ? json.errorMessage : undefined,
});

/**
 * Speaks HTTP with Safaricom: the token, its renewal, time limits. Answers are read through `hide`: an
 * error may quote what we sent. Throws `Silence` for no answer.
 */
export const darajaLine = (
	account: DarajaAccount,
	timeoutMs: number,
	hide: (text: string) => string,
	now?: () => number,
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
		} catch (cause) {
			throw new Silence('M-Pesa did not answer.', { cause });
		}
	};

	const basic = Buffer.from(`${account.consumerKey}:${account.consumerSecret}`).toString('base64');
	const tokens = tokenKeeper(async () => {
		const answer = await send('/oauth/v1/generate?grant_type=client_credentials', {
			headers: { authorization: `Basic ${basic}` },
		});
		const { access_token: token, expires_in: seconds } = answer.json ?? {};
		if (answer.status !== 200 || typeof token !== 'string') throw new TokenRefused(answer);
		return { token, lifetimeMs: (Number(seconds) || 3_599) * 1000 };
	}, now);

	/** Posts JSON with the token, and once more with a new one when it is refused. */
	const post = async (path: string, body: object): Promise<DarajaAnswer> => {
		const attempt = (token: string) =>
			send(path, {
				method: 'POST',
				headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
		const token = await tokens.get();
		const answer = await attempt(token);
		const refused = answer.status === 401 || errorOf(answer).code === '404.001.03';
		return refused ? attempt(await tokens.get(token)) : answer;
	};

	return { post };
};

/** Safaricom gave us no token: nothing was asked for. */
export class TokenRefused extends Error {
	readonly answer: DarajaAnswer;

	constructor(answer: DarajaAnswer) {
		super('M-Pesa did not accept our credentials.');
		this.answer = answer;
	}
}
