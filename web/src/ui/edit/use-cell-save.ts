import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AnyResource, fillPath, itemPath, itemPlaceOf } from '#shared/contract/resource.ts';
import { ApiError, fieldsOf, staleOf } from '../../api/api-error.ts';
import { patchCached } from '../../api/cached-lists.ts';
import type { Named } from '../../api/cached-rows.ts';
import { request } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { invalidate } from '../../api/query-keys.ts';
import type { Values } from '../form/resource-form.ts';
import { useConflict } from '../form/use-conflict.ts';
import type { CellField } from './cells.ts';

type Stored = Named & { version: number } & Values;
type Value = string | number;

/** The value as it is stored; throws what the contract says is wrong with it. */
const checked = (resource: AnyResource, field: CellField, text: string): Value => {
	const typed = field === 'order_num' && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text;
	const { success, data, error } = resource.update.safeParse({ [field]: typed });
	if (success) return data[field];
	throw new ApiError({ kind: 'refused', message: error.issues[0]?.message });
};

interface Saving {
	text: string;
	/** What somebody else has saved, and this was chosen instead of. */
	over?: Stored;
}

/**
 * Saves one field of a row over the version that was read, one save after the other. `save` answers whether the text is
 * saved; what is refused is `wrong`, and what somebody else has saved meanwhile a `conflict`. What is typed while a save
 * is under way stays.
 */
export const useCellSave = (
	resource: AnyResource,
	row: Named,
	field: CellField,
	/** The text is saved; `chosen` when that was the answer to a conflict. */
	onDone: (chosen: boolean) => void,
) => {
	const client = useQueryClient();
	const path = fillPath(itemPath(resource), itemPlaceOf(resource, row));
	/** What was saved here: the row around says so a moment later. */
	const saved = useRef<Stored>(undefined);
	const before = () => {
		const read = row as Stored;
		return saved.current && saved.current.version > read.version ? saved.current : read;
	};
	const [typed, type] = useState<string>();
	const latest = useRef(typed);
	latest.current = typed;

	const take = (item: Stored) => {
		saved.current = item;
		patchCached(client, resource, row.id, item);
		void invalidate(client, resource);
	};
	const put = async (value: Value, { version }: Stored) => {
		const { data } = await request<Stored>(path, {
			method: 'PUT',
			body: { [field]: value },
			headers: { 'if-match': `"${version}"` },
		});
		return data;
	};
	const valuesOf = (item: Stored): Values => ({ [field]: item[field] ?? null });
	const { conflict, collide } = useConflict<Stored, Values>({
		valuesOf,
		save: (chosen, over) => mutate({ text: String(chosen[field]), over }),
	});
	/** The item as it is saved; undefined for a conflict. */
	const send = async (value: Value, read: Stored) => {
		try {
			return await put(value, read);
		} catch (error) {
			const stored = staleOf<Stored>(error);
			// Somebody has changed something else of it: that stays, and so does this.
			if (stored && stored[field] === read[field]) return put(value, stored);
			return collide(error, valuesOf(read), { [field]: value });
		}
	};
	const { mutate, mutateAsync, isPending, error } = useMutation({
		scope: { id: path },
		mutationFn: async ({ text, over }: Saving) => {
			const value = checked(resource, field, text);
			if (!over && value === before()[field]) return true;
			const item = await send(value, over ?? before());
			if (item) take(item);
			return item !== undefined;
		},
		onSuccess: (isSaved, { text, over }) => {
			const goesOn = latest.current !== undefined && latest.current !== text;
			if (!isSaved || (goesOn && !over)) return;
			type(undefined);
			onDone(over !== undefined);
		},
	});

	const text = typed ?? String(before()[field] ?? '');
	return {
		text,
		type,
		save: async () => !conflict && mutateAsync({ text }).catch(() => false),
		saving: isPending,
		wrong:
			error && (fieldsOf(error)[field] ?? errorMessage(error, 'This could not be saved').message),
		conflict,
	};
};
