import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
	AnyResource,
	CreateOf,
	ItemOf,
	ItemPlaceOf,
	PlaceOf,
	UpdateOf,
} from '#shared/contract/content/resource.ts';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import { z } from '#shared/zod.ts';
import { useAccount } from '../../api/account.ts';
import { ApiError, getStaleItem, isNotFound } from '../../api/api-error.ts';
import type { Attempt } from '../../api/attempt.ts';
import { useSave } from '../../api/mutations.ts';
import { buildItemQuery } from '../../api/queries.ts';
import { restoreWithParents } from '../../api/restore.ts';
import { buildHoldingQuery } from '../../api/trash.ts';
import { useForm, type Values } from '../fields/use-form.ts';
import { warnWithoutFile } from '../notifications/without-file.ts';
import { isPublishField, useChangeLock, usePublishLock } from '../page/editors-only.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { useFillIn } from './earlier-values.ts';

export interface ItemFormOptions<R extends AnyResource> {
	resource: R;
	place: PlaceOf<R>;
	/** Item to edit; omitted to create one. */
	item?: ItemOf<R> | undefined;
	/** Initial values of a new item by API field name; a form has only these fields. */
	start: Values;
	/** Schema that validates before sending; the contract's by default. */
	schema?: z.ZodMiniObject;
	onSaved: (item: ItemOf<R>) => void;
}

/** Schema of dialogs without client-side validation: the server validates. */
export const UNCHECKED = z.looseObject({});

/** Returns the initial values of an author's new item. */
const makeDraft = (start: Values): Values =>
	Object.fromEntries(
		Object.entries(start).map(([name, value]) => [name, isPublishField(name) ? false : value]),
	);

const makeNotSavedError = (role: string) =>
	new ApiError({
		kind: 'refused',
		status: 403,
		message: `Not saved: your role is now ${getRoleLabel(role)}.`,
	});

/** Both versions of an item that someone else has changed in the meantime. */
export interface Conflict {
	id: string;
	/** The values when this form was opened. */
	original: Values;
	mine: Values;
	theirs: Values;
	/** Saves the chosen values over the other person's version. */
	resolve: (values: Values) => void;
	/** Closes the question; the form keeps its input. */
	dismiss: () => void;
}

/** Returns whether two values of a field are equal. */
export const isSame = (a: Values[string] | undefined, b: Values[string] | undefined) =>
	a === b || (Array.isArray(a) && Array.isArray(b) && a.join('\n') === b.join('\n'));

/** Returns the names of the values that differ. */
export const listDifferences = (a: Values, b: Values) =>
	Object.keys(a).filter((name) => !isSame(a[name], b[name]));

/**
 * Returns a form that creates or edits an item of a resource. It sends changed fields only, never creates twice, and
 * offers both versions after a stale save (412).
 */
export const useItemForm = <R extends AnyResource>(options: ItemFormOptions<R>) => {
	type Item = ItemOf<R>;
	const { resource, place, item, start, onSaved } = options;
	const role = useAccount()?.role ?? '';
	const readOnly = !useMayEdit();
	const lock = useChangeLock(item);
	const isAuthor = usePublishLock() !== undefined;
	const client = useQueryClient();
	const [wasReadOnly] = useState(readOnly);
	const save = useSave(resource, place);
	/** The version that the values are compared with and saved over. */
	const base = useRef(item);
	const isSettled = useRef(false);
	const [stale, setStale] = useState<{ original: Values; mine: Values; item: Item }>();

	const valuesOf = (from: Item): Values => {
		const source = from as unknown as Values;
		return Object.fromEntries(Object.keys(start).map((name) => [name, source[name] ?? null]));
	};

	/** Resolves to undefined for a conflict. */
	const send = async (mine: Values, attempt: Attempt): Promise<Item | undefined> => {
		const over = base.current;
		if (!over) return save.mutateAsync({ create: mine as CreateOf<R>, attempt });
		const original = valuesOf(over);
		const changed = listDifferences(mine, original);
		if (changed.length === 0) return over;
		const update = Object.fromEntries(changed.map((name) => [name, mine[name]])) as UpdateOf<R>;
		try {
			return await save.mutateAsync({ id: over.id, update, version: over.version });
		} catch (error) {
			const theirs = getStaleItem<Item>(error);
			if (!theirs) throw error;
			if (listDifferences(mine, valuesOf(theirs)).length === 0) return theirs;
			setStale({ original, mine, item: theirs });
			return undefined;
		}
	};

	const { send: sendAgain, ...form } = useForm({
		start: item ? valuesOf(item) : isAuthor ? makeDraft(start) : start,
		schema: options.schema ?? (item ? resource.update : resource.create),
		send: (body, attempt) => send(body as Values, attempt),
		onDone: (saved) => {
			if (!saved) return;
			isSettled.current = true;
			warnWithoutFile(resource, saved, item);
			if (item) restart(saved);
			onSaved(saved);
		},
		labels: resource.labels,
		readOnly,
		lock,
	});
	const { inputs, waiting } = form;

	const restart = (from: Item) => {
		const values = valuesOf(from);
		base.current = from;
		inputs.setInitialValues(values);
		inputs.setValues(values);
		inputs.resetDirty(values);
	};

	useFillIn(item?.id, (values) => {
		const names = Object.keys(start).filter((name) => name in values);
		inputs.setValues(Object.fromEntries(names.map((name) => [name, values[name] ?? null])));
	});

	// Takes over a newer version, unless there is unsaved input and the newer version changes a field of the form.
	useEffect(() => {
		const over = base.current;
		if (!over || !item || item.version <= over.version) return;
		const isUnchanged = listDifferences(valuesOf(over), valuesOf(item)).length === 0;
		if (isUnchanged) base.current = item;
		else if (!inputs.isDirty()) restart(item);
	});

	useEffect(() => {
		if (inputs.values) isSettled.current = false;
	}, [inputs.values]);

	const conflict: Conflict | undefined = stale && {
		id: stale.item.id,
		original: stale.original,
		mine: stale.mine,
		theirs: valuesOf(stale.item),
		resolve: (chosen) => {
			setStale(undefined);
			base.current = stale.item;
			inputs.setValues(chosen);
			sendAgain(chosen);
		},
		dismiss: () => setStale(undefined),
	};

	/** Restores the item from the trash, alone or with what it was deleted with, and saves the typed values over it. */
	const restoreAndSave = async ({ id }: Item) => {
		const holding = await client.fetchQuery(buildHoldingQuery(id));
		if (holding) await restoreWithParents(client, holding.id);
		const at = { ...place, [resource.param]: id } as unknown as ItemPlaceOf<R>;
		base.current = await client.fetchQuery({ ...buildItemQuery(resource, at), staleTime: 0 });
		sendAgain(inputs.getValues());
	};
	// The role has changed while the form was open.
	const isRefused = readOnly && !wasReadOnly && inputs.isDirty();
	const refused = isRefused && makeNotSavedError(role);

	return {
		...form,
		failure: refused || form.failure,
		conflict,
		/** Set if saving failed because someone deleted the item. */
		restoreAndSave:
			item && isNotFound(form.failure)
				? { id: item.id, act: () => restoreAndSave(base.current ?? item) }
				: undefined,
		isUnsaved: () => !isSettled.current && (inputs.isDirty() || waiting),
		/** Counts the input as saved until the next: the item was deleted, or the person leaves. */
		drop: () => {
			isSettled.current = true;
		},
	};
};
