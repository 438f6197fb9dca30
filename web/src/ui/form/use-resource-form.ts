import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#shared/contract/errors.ts';
import type {
	AnyResource,
	CreateOf,
	ItemOf,
	PlaceOf,
	UpdateOf,
} from '#shared/contract/resource.ts';
import { z } from '#shared/zod.ts';
import type { Attempt } from '../../api/attempt.ts';
import { useSave } from '../../api/mutations.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import type { ResourceForm, Values } from './resource-form.ts';
import { listDifferences, useConflict } from './use-conflict.ts';
import { useSubmission } from './use-submission.ts';

export interface ResourceFormOptions<R extends AnyResource, V extends Values> {
	resource: R;
	place: PlaceOf<R>;
	/** Item to edit; omitted to create one. */
	item?: ItemOf<R> | undefined;
	/** Initial values of a new item by API field name; a form has only these fields. */
	start: V;
	/** Schema that validates before sending; the contract's by default. */
	schema?: z.ZodMiniObject;
	/** The error catalogue's text: 'Failed to create subject'. */
	fallback: string;
	onSaved: (item: ItemOf<R>) => void;
}

/** Schema of dialogs without client-side validation: the server validates. */
export const UNCHECKED = z.looseObject({});

/** Request of a form: a full new item, or the changed fields with the item's version. */
interface Sending<Item, V> {
	mine: V;
	over: Item | undefined;
}

/**
 * Returns a form that creates or edits an item of a resource. It validates by the contract, shows the server's messages
 * at their fields, sends changed fields only, never creates twice, and offers both versions after a stale save.
 */
export const useResourceForm = <R extends AnyResource, V extends Values>(
	options: ResourceFormOptions<R, V>,
): ResourceForm<V> => {
	const { resource, place, start, fallback, onSaved } = options;
	const mayEdit = useMayEdit();
	const readOnly = !mayEdit;
	const [item, setItem] = useState(options.item);
	const save = useSave(resource, place);
	const [filesOnTheirWay, setFilesOnTheirWay] = useState(0);
	const isSettled = useRef(false);
	const waiting = filesOnTheirWay > 0;

	const valuesOf = (of: ItemOf<R>): V => {
		const source = of as unknown as V;
		return Object.fromEntries(Object.keys(start).map((name) => [name, source[name] ?? null])) as V;
	};
	const schema: z.ZodMiniObject = options.schema ?? (item ? resource.update : resource.create);
	const inputs = useForm<V>({
		initialValues: item ? valuesOf(item) : start,
		validate: schemaResolver(schema, { sync: true }),
	});
	const startFrom = (values: V) => {
		inputs.setInitialValues(values);
		inputs.setValues(values);
		inputs.resetDirty(values);
	};

	// Takes over a newer version, unless there is unsaved input and the newer version changes a field of the form.
	const { item: newerItem } = options;
	useEffect(() => {
		if (!item || !newerItem || newerItem.version <= item.version) return;
		const same = listDifferences(valuesOf(item), valuesOf(newerItem)).length === 0;
		if (!same && inputs.isDirty()) return;
		setItem(newerItem);
		if (!same) startFrom(valuesOf(newerItem));
	});

	useEffect(() => {
		if (inputs.values) isSettled.current = false;
	}, [inputs.values]);

	const send = async ({ mine, over }: Sending<ItemOf<R>, V>, attempt: Attempt) => {
		const body: V = { ...mine, ...(schema.parse(mine) as V) };
		if (!over) return save.mutateAsync({ create: body as CreateOf<R>, attempt });
		const before = valuesOf(over);
		const changed = listDifferences(before, body);
		if (changed.length === 0) return over;
		const update = Object.fromEntries(changed.map((name) => [name, body[name]])) as UpdateOf<R>;
		try {
			return await save.mutateAsync({ id: over.id, update, version: over.version });
		} catch (error) {
			return collide(error, before, mine);
		}
	};

	const submission = useSubmission({
		send,
		has: (name) => name in start,
		onDone: (saved: ItemOf<R> | undefined) => {
			if (!saved) return;
			isSettled.current = true;
			if (item) {
				setItem(saved);
				startFrom(valuesOf(saved));
			}
			onSaved(saved);
		},
		onRefused: inputs.setErrors,
	});

	const saveOver = (mine: V, over: ItemOf<R>) => {
		setItem(over);
		inputs.setValues(mine);
		submission.send({ mine, over });
	};
	const { conflict, collide } = useConflict<ItemOf<R>, V>({ valuesOf, save: saveOver });
	const checked = inputs.onSubmit(
		(mine) => submission.send({ mine, over: item }),
		(errors) => submission.setWrong(errors as FieldErrors),
	);

	return {
		resource,
		place,
		inputs,
		submit: (event) => {
			if (submission.sending || waiting || readOnly) event.preventDefault();
			else checked(event);
		},
		isNew: item === undefined,
		readOnly,
		saving: submission.sending,
		failure: submission.failure,
		fallback,
		wrong: submission.wrong,
		unsaved: () => !isSettled.current && !readOnly && (inputs.isDirty() || waiting),
		drop: () => {
			isSettled.current = true;
		},
		waiting,
		wait: (more) => setFilesOnTheirWay((count) => count + more),
		conflict,
	};
};
