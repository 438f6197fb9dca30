import type { DarajaAccount } from './settings.ts';

/** One call to Safaricom as evidence: what we sent, as JSON without secrets, and what came back. */
export interface Exchange {
	request: string;
	/** Null where nobody answered. */
	status: number | null;
	body: string;
}

/** What came back. Without a status nobody answered, or not in time: it may or may not have happened. */
export interface DarajaAnswer {
	status: number | null;
	body: string;
	/** Undefined where the body is no JSON object. */
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
export const errorOf = ({ json }: DarajaAnswer) => ({
	code: typeof json?.errorCode === 'string' ? json.errorCode : undefined,
	text: typeof json?.errorMessage === 'string' ? json.errorMessage : undefined,
});

/** How long before its end a token is asked for anew. */
const EARLY_MS = 60_000;

/**
 * Speaks HTTP with Safaricom. Answers are read through `hide`: an error may quote what we sent. There is one token,
 * which everybody uses, since a new one ends the one before: it is asked for once however many wait for it, a minute
 * before its end, and again when it is refused. Where none is given, the answer is what was said to that.
 */
export const darajaLine = (
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
	let kept: { token: string; until: number } | undefined;
	let asking: Promise<string | DarajaAnswer> | undefined;

	const askForToken = async () => {
		const askedAt = now();
		const answer = await send('/oauth/v1/generate?grant_type=client_credentials', {
			headers: { authorization: `Basic ${basic}` },
		});
		const { access_token: token, expires_in: seconds } = answer.json ?? {};
		if (answer.status !== 200 || typeof token !== 'string') return answer;
		const lifetimeMs = (Number(seconds) || 3_599) * 1000;
		kept = { token, until: askedAt + Math.max(lifetimeMs - EARLY_MS, lifetimeMs / 2) };
		return token;
	};

	const tokenBut = async (refused?: string) => {
		if (kept && kept.token !== refused && kept.until > now()) return kept.token;
		asking ??= askForToken().finally(() => {
			asking = undefined;
		});
		return asking;
	};

	/** Posts JSON with the token, and once more with a new one when it is refused. */
	const post = async (path: string, body: object, refused?: string): Promise<DarajaAnswer> => {
		const token = await tokenBut(refused);
		if (typeof token !== 'string') return token;
		const answer = await send(path, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const isRefused = answer.status === 401 || errorOf(answer).code === '404.001.03';
		return isRefused && refused === undefined ? post(path, body, token) : answer;
	};

	return { post };
};
