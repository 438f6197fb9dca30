import createClient from 'openapi-fetch';

const TRIES = 3;
/** A longer wait is left to the caller. */
const LONGEST_WAIT_S = 60;

/** Repeats what a busy server refused, after the time that it names. */
const createPatientFetch =
	(send = (request) => globalThis.fetch(request)) =>
	async (request) => {
		for (let tried = 1; ; tried++) {
			const answer = await send(request.clone());
			const seconds = Number(answer.headers.get('retry-after') ?? 1);
			const busy = answer.status === 429 || answer.status === 503;
			if (!busy || tried === TRIES || !(seconds <= LONGEST_WAIT_S)) return answer;
			await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
		}
	};

/** Gives each POST a key, so that its repetition changes nothing twice. */
const keyed = {
	onRequest: ({ request }) => {
		const key = request.method === 'POST' && globalThis.crypto.randomUUID?.();
		if (key && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', key);
		return request;
	},
};

/**
 * Makes a client of the API at an address such as https://console.example.org, with an API key. The address and the key
 * may be left out in a page of the site itself. Further options are those of openapi-fetch.
 */
export const createUfundiClient = ({ url = '', key, headers, fetch, ...options } = {}) => {
	const client = createClient({
		...options,
		baseUrl: url,
		fetch: createPatientFetch(fetch),
		headers: { ...(key && { Authorization: `Bearer ${key}` }), ...headers },
	});
	client.use(keyed);
	return client;
};

/** Iterates over all rows of a paged list, a hundred at a time. Throws if a page is refused. */
export async function* listAll(client, path, init = {}) {
	const query = { limit: 100, ...init.params?.query };
	for (let page = 1; ; page++) {
		const params = { ...init.params, query: { ...query, page } };
		const { data, error } = await client.GET(path, { ...init, params });
		if (error) throw new Error(error.error, { cause: error });
		yield* data.data.data;
		if (data.data.data.length < query.limit) return;
	}
}
