import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
	type AnyResource,
	fillPath,
	type ItemOf,
	itemPath,
	itemPlaceOf,
} from '#shared/contract/resource.ts';
import { fieldsOf, staleOf } from '../../api/api-error.ts';
import { patchCached } from '../../api/cached-lists.ts';
import type { Named } from '../../api/cached-rows.ts';
import { request } from '../../api/client.ts';
import { errorMessage } from '../../api/error-message.ts';
import { invalidate } from '../../api/query-keys.ts';
import type { Values } from '../form/resource-form.ts';
import { useConflict } from '../form/use-conflict.ts';
import type { CellField } from './cells.ts';

type Stored = Named & { version: number } & Values;

/** What the contract says is wrong with a value, if anything, and the value as it is stored. */
const checked = (resource: AnyResource, field: CellField, text: string) => {
	const typed = field === 'order_num' && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : text;
	const { success, data, error } = resource.update.safeParse({ [field]: typed });
	if (success) return { value: data[field] as string | number };
	return { wrong: String(error.issues[0]?.message ?? 'This cannot be saved') };
};

/**
 * Saves one field of a row over the version that was read. `save` answers whether the text is saved; what is refused
 * is `wrong`, and what somebody else has saved meanwhile a `conflict`. What is typed while a save is under way stays,
 * and is saved after that.
 */
export const useCellSave = (
	resource: AnyResource,
	row: Named,
	field: CellField,
	/** The text is saved; `chosen` when that was the answer to a conflict. */
	onDone: (chosen?: boolean) => void,
) => {
	const client = useQueryClient();
	const path = fillPath(itemPath(resource), itemPlaceOf(resource, row));
	/** What was saved here: the row around says so a moment later. */
	const saved = useRef<Stored>(undefined);
	const before = () => {
		const read = row as Stored;
		return saved.current && saved.current.version > read.version ? saved.current : read;
	};
	const typed = useRef<string>(undefined);
	const sent = useRef<string>(undefined);
	const [, drawAgain] = useState<string>();
	const type = (text: string | undefined) => {
		typed.current = text;
		drawAgain(text);
	};
	const text = () => typed.current ?? String(before()[field] ?? '');
	const [saving, setSaving] = useState(false);
	const [wrong, setWrong] = useState<string>();
	const underWay = useRef<Promise<boolean>>(undefined);

	const take = (item: ItemOf<AnyResource>) => {
		saved.current = item as unknown as Stored;
		patchCached(client, resource, row.id, item);
		void invalidate(client, resource);
		if (typed.current === undefined || typed.current === sent.current) {
			type(undefined);
			onDone();
		}
		return true;
	};
	const put = (value: string | number, version: number, wanted = text()): Promise<boolean> => {
		sent.current = wanted;
		setSaving(true);
		setWrong(undefined);
		underWay.current = send(value, version).finally(() => {
			underWay.current = undefined;
			setSaving(false);
		});
		return underWay.current;
	};
	const send = async (value: string | number, version: number): Promise<boolean> => {
		try {
			const { data } = await request<ItemOf<AnyResource>>(path, {
				method: 'PUT',
				body: { [field]: value },
				headers: { 'if-match': `"${version}"` },
			});
			return take(data);
		} catch (error) {
			return refuse(error, value);
		}
	};

	const valuesOf = (item: object): Values => ({ [field]: (item as Values)[field] ?? null });
	const { conflict, collide } = useConflict<ItemOf<AnyResource>, Values>({
		valuesOf,
		save: async (chosen, over) => {
			if (await put(chosen[field] as string | number, over.version)) onDone(true);
		},
	});

	const refuse = (error: unknown, value: string | number): boolean | Promise<boolean> => {
		const stored = staleOf<ItemOf<AnyResource>>(error);
		if (stored) {
			// Somebody has changed something else of it: that stays, and so does this.
			if (valuesOf(stored)[field] === before()[field]) return send(value, stored.version);
			const same = collide(error, valuesOf(before()), { [field]: value });
			return same ? take(same) : false;
		}
		setWrong(fieldsOf(error)[field] ?? errorMessage(error, 'This could not be saved').message);
		return false;
	};

	const save = async (): Promise<boolean> => {
		const wanted = text();
		while (underWay.current) if (!(await underWay.current)) return false;
		if (conflict) return false;
		const { value, wrong: why } = checked(resource, field, wanted);
		if (value === undefined) {
			setWrong(why);
			return false;
		}
		if (value === before()[field]) {
			if (text() === wanted || typed.current === undefined) onDone();
			return true;
		}
		return put(value, before().version, wanted);
	};
	return { text: text(), type, save, saving, wrong, conflict };
};
