import type { Address, Call, CallAt, DataOf, ParamsOf, SentBody, SentQuery } from '#shared/call.ts';
import { fillPath } from '#shared/contract/content/resource.ts';
import { type Attempt, sendOnce } from './attempt.ts';
import { type Answer, type Request, request } from './client.ts';

type Empty = Record<never, never>;
/** What a call sends: the ids in its address, its query, and its body if it has one. */
type Sent<C extends Call> = (keyof ParamsOf<C> extends never ? Empty : { params: ParamsOf<C> }) &
	(undefined extends SentBody<C> ? Empty : { body: SentBody<C> }) & { query?: SentQuery<C> };
type Options = Pick<Request, 'headers' | 'forAnyone' | 'signal'>;
/** The arguments after the address: none are needed if nothing must be sent. */
type Rest<S> = Empty extends S ? [sent?: S] : [sent: S];
interface AnySent extends Options {
	params?: Record<string, string>;
	query?: Request['query'];
	body?: unknown;
}

const split = (address: Address, { params, query, ...rest }: AnySent = {}) => {
	const [method, path = ''] = address.split(' ');
	const options = { ...rest, method: method as 'GET', ...(query && { query }) };
	return { path: fillPath(path, params ?? {}), options };
};

/** Calls the API like `request`: `call('PUT /account', { body: { name } })`. */
export const call = <A extends Address>(
	address: A,
	...[sent]: Rest<Sent<CallAt<A>> & Options>
): Promise<Answer<DataOf<CallAt<A>>>> => {
	const { path, options } = split(address, sent as AnySent);
	return request(path, options);
};

/** Calls the API, and returns the data of the answer. */
export const fetchCall = async <A extends Address>(
	address: A,
	...rest: Rest<Sent<CallAt<A>> & Options>
): Promise<DataOf<CallAt<A>>> => (await call(address, ...rest)).data;

/**
 * Returns a query function that makes a call.
 * @example queryOptions({ queryKey: ['people'], queryFn: queryCall('GET /people') })
 */
export const queryCall =
	<A extends Address>(address: A, ...[sent]: Rest<Sent<CallAt<A>>>) =>
	({ signal }: { signal: AbortSignal }) =>
		fetchCall(address, ...([{ ...sent, signal }] as never));

/** Makes a call once, whatever the connection does: see `sendOnce`. */
export const sendCall = <A extends Address>(
	address: A,
	sent: Sent<CallAt<A>>,
	attempt: Attempt,
	arrived: string,
): Promise<DataOf<CallAt<A>>> => {
	const { path, options } = split(address, sent as AnySent);
	return sendOnce(path, options.body, attempt, arrived);
};
