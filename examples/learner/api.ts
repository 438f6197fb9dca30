import type { AccountAccess, Device, OwnDevice } from '#shared/contract/finance/accounts.ts';
import type { Catalogue, FileLink, LearnerCourse } from '#shared/contract/learners/learners.ts';

const named = document.querySelector<HTMLMetaElement>('meta[name=api]')?.content ?? '';
/** The address of the server of the courses. */
const API = named.startsWith('http') ? named : 'http://127.0.0.1:4000';

/** An answer of the server that is not a success. Its message is for the learner. */
export class Refusal extends Error {
	readonly code: string;

	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

/** No answer: the phone has no connection. */
export class NoConnection extends Error {
	constructor() {
		super('No connection. Check your data bundle and try again.');
	}
}

/** Returns a random idempotency key. Does not use `crypto.randomUUID`, which browsers lack without HTTPS. */
export const createKey = () =>
	[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');

interface Answer<T> {
	data: T;
	/** The server's clock, in milliseconds. */
	at: number;
}

/** Waits this long for the server's limits, such as when many files of a course are kept. */
const WAIT_MAX_S = 60;

interface Call {
	token?: string | undefined;
	body?: object;
	/** Sending again with the same key never pays twice. */
	key?: string;
	method?: 'DELETE';
}

const call = async <T>(path: string, sent: Call = {}): Promise<Answer<T>> => {
	const { token, body, key, method = body ? 'POST' : 'GET' } = sent;
	const answer = await fetch(`${API}/api/v1${path}`, {
		method,
		headers: {
			...(token && { authorization: `Bearer ${token}` }),
			...(body && { 'content-type': 'application/json' }),
			...(key && { 'idempotency-key': key }),
		},
		...(body && { body: JSON.stringify(body) }),
	}).catch(() => {
		throw new NoConnection();
	});
	const wait = Number(answer.headers.get('retry-after'));
	if (answer.status === 429 && wait > 0 && wait <= WAIT_MAX_S) {
		await new Promise((done) => setTimeout(done, wait * 1_000));
		return call<T>(path, sent);
	}
	const { success, data, error, code, fields } = await answer.json();
	if (!success) throw new Refusal(code, Object.values<string>(fields ?? {}).join('. ') || error);
	return { data, at: Date.parse(answer.headers.get('date') ?? '') || Date.now() };
};

export const readCatalogue = () => call<Catalogue>('/catalogue');
export const readCourse = (id: string) => call<LearnerCourse>(`/courses/${id}`);
export const readLink = (id: string, token?: string) => call<FileLink>(`/files/${id}`, { token });
export const readAccess = (token: string) => call<AccountAccess>('/access', { token });
export const makeAccount = (key: string) => call<Device>('/devices', { key, body: {} });

/** Signs this browser in with a receipt, a whole message of M-PESA, or a code of the staff. */
export const signIn = (key: string, account: string, typed: string) => {
	const isCode = /^\W*([a-z\d]\W*){8}$/i.test(typed);
	const proof = isCode ? { code: typed } : { receipt: typed };
	return call<Device>('/devices', { key, body: { account, ...proof } });
};

/** Lists the devices of the account, the last used first. */
export const listDevices = (token: string) => call<OwnDevice[]>('/devices', { token });

/** Signs a device of the account out: one by its id, or `this`. */
export const signOut = (token: string, id: string) =>
	call<null>(`/devices/${id}`, { token, method: 'DELETE' });

/** Sends a prompt to a phone. */
export const pay = (token: string, key: string, phone_number: string, months: number) =>
	call<AccountAccess>('/payments', { token, key, body: { phone_number, months } });

/** Takes a payment with a wrong account number into the account of this device. */
export const claim = (token: string, key: string, receipt: string, phone_number: string) =>
	call<AccountAccess>('/claims', { token, key, body: { receipt, phone_number } });

/** Reports a problem with an item. */
export const report = (token: string | undefined, key: string, body: object) =>
	call<null>('/problems', { token, key, body });
