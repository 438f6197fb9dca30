import type { AnyResource } from '#shared/contract/content/resource.ts';
import type { ResourceKey } from '#shared/contract/content/resources.ts';
import { ApiError } from './api-error.ts';

/** Number of retries of a failed read; the specification requires one for exam sets and past papers. */
const RETRIES = 2;
const retryCounts: Partial<Record<ResourceKey, number>> = { examSets: 1, pastPapers: 1 };

/** Returns a retry function that retries up to `times` times, except refusals, which would repeat. */
export const retryTimes = (times: number) => (failures: number, error: unknown) =>
	failures < times && !(error instanceof ApiError && error.kind === 'refused');

export const buildRetry = (resource: AnyResource) =>
	retryTimes(retryCounts[resource.key] ?? RETRIES);
