import type { AnyResource } from '#shared/contract/resource.ts';
import type { z } from '#shared/zod.ts';

/** A list of texts as a column holds it on both engines: JSON, or null where it is empty. */
export const storedList = (texts: readonly unknown[]) =>
	texts.length > 0 ? JSON.stringify(texts) : null;

/** The list that a column holds. */
export const listIn = (stored: unknown): string[] =>
	typeof stored === 'string' ? JSON.parse(stored) : [];

/** Whether a field of a kind is a list. */
export const isList = ({ item }: AnyResource, field: string) =>
	(item.shape[field] as z.ZodMiniType | undefined)?.def.type === 'array';

/** The columns of a kind that hold lists. */
export const listColumns = (resource: AnyResource) =>
	Object.keys(resource.item.shape)
		.filter((field) => isList(resource, field))
		.map((field) => resource.columns[field] ?? field);
