import { QueryObserver, queryOptions } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { examSets } from '#shared/contract/content/exam-sets.ts';
import { ApiError } from './api-error.ts';
import { loadAll, loadOne } from './load.ts';
import { createQueryClient } from './query-client.ts';
import { buildRetry } from './retry.ts';

/** Makes a query that fails if told to, and counts its requests. */
const makeQuery = (name: string, fails = false) => {
	const made = {
		requests: 0,
		options: queryOptions({
			queryKey: [name],
			queryFn: () => {
				made.requests += 1;
				return fails ? Promise.reject(new ApiError({ kind: 'lost' })) : Promise.resolve(name);
			},
		}),
	};
	return made;
};

it('does not wait for retries of a failed query', async () => {
	const client = createQueryClient();
	const [topic, subject] = [makeQuery('topic', true), makeQuery('subject')];
	await loadAll(client, topic.options, subject.options);
	expect(topic.requests).toBe(1);
	expect(client.getQueryData(['subject'])).toBe('subject');
	expect(await loadOne(client, topic.options)).toBeUndefined();
});

it('does not request cached data', async () => {
	const client = createQueryClient();
	const topic = makeQuery('topic');
	await loadOne(client, topic.options);
	expect(await loadOne(client, topic.options)).toBe('topic');
	expect(topic.requests).toBe(1);
});

it('retries a query of exam sets once, however it is loaded', async () => {
	const client = createQueryClient();
	const sets = makeQuery('sets', true);
	const query = { ...sets.options, retry: buildRetry(examSets), retryDelay: 1 };
	await loadOne(client, query);
	// The screen.
	const stop = new QueryObserver(client, query).subscribe(() => {});
	await vi.waitFor(() => expect(client.getQueryState(['sets'])?.status).toBe('error'));
	stop();
	expect(sets.requests).toBe(2);
});
