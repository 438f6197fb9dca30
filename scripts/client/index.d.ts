import type { paths } from './api.js';
import type { Client, ClientOptions } from './openapi-fetch.js';

export interface UfundiClientOptions extends Omit<ClientOptions, 'baseUrl'> {
	/** The address of the site, such as https://console.example.org. */
	url?: string;
	/** An API key. */
	key?: string;
}

/**
 * Makes a client of the API: `await client.GET('/api/courses')` resolves to `data` or `error`, and `response`. Calls that
 * a busy server refuses (429, 503) are repeated after its `Retry-After`, and each POST has an `Idempotency-Key`.
 */
export declare const createUfundiClient: (options?: UfundiClientOptions) => Client<paths>;

/** The addresses of lists that have pages, with their rows. */
type Lists = {
	[Path in keyof paths]: paths[Path] extends {
		get: {
			responses: { 200: { content: { 'application/json': { data: { data: (infer Row)[] } } } } };
		};
	}
		? Row
		: never;
};
type ListPath = { [Path in keyof Lists]: Lists[Path] extends never ? never : Path }[keyof Lists];

/** Iterates over all rows of a paged list, a hundred at a time. Throws if a page is refused. */
export declare const listAll: <Path extends ListPath>(
	client: Client<paths>,
	path: Path,
	init?: { params?: { query?: object } },
) => AsyncGenerator<Lists[Path]>;
export type { components, operations, paths } from './api.js';
