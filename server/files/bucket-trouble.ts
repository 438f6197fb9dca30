import { AppError } from '../errors.ts';

/** Runs a call that is given up after so long. What it hands over before that, a stream say, stays. */
export const within = async <T>(ms: number, call: (signal: AbortSignal) => Promise<T>) => {
	const ending = new AbortController();
	const timer = setTimeout(() => ending.abort(), ms);
	try {
		return await call(ending.signal);
	} finally {
		clearTimeout(timer);
	}
};

/** The status that the store answered with; undefined when it did not answer. */
export const statusOf = (error: unknown) =>
	(error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;

/** Converts a failure of the store: `files_unavailable`, or `files_failed` where a read was refused. */
export const storeFailure = (cause: unknown, reading?: 'read') => {
	const status = statusOf(cause) ?? 0;
	const refused = status >= 400 && status < 500 && status !== 408 && status !== 429;
	return reading && refused
		? new AppError('files_failed', undefined, { cause })
		: new AppError('files_unavailable', undefined, { cause, headers: { 'retry-after': '5' } });
};

/** Why a store will never serve us as it is set up, in one sentence; undefined when it may. */
export const refusalOf = (error: unknown, bucket: string) => {
	if ((error as Error).name === 'CredentialsProviderError')
		return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and this machine has no role';
	const status = statusOf(error) ?? 0;
	if (status === 404) return `there is no bucket ${bucket}`;
	if (status === 301) return `the bucket ${bucket} is in another region`;
	if (status === 400 || status === 401 || status === 403)
		return `the store refuses access to the bucket ${bucket}`;
	return undefined;
};
