import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
	AnyResource,
	CreateOf,
	ItemOf,
	ItemPlaceOf,
	PlaceOf,
	UpdateOf,
} from '#shared/contract/resource.ts';
import { z } from '#shared/zod.ts';
import { ApiError } from '../../api/api-error.ts';
import { newAttempt } from '../../api/attempt.ts';
import { useSave } from '../../api/mutations.ts';
import { itemQuery } from '../../api/queries.ts';
import type { Versioned } from '../../api/query-keys.ts';
import { useMayEdit } from '../for-editors.tsx';
import type { Described, Entry, Values } from './entry.ts';

export interface EntryOptions<R extends AnyResource, V extends Values> {
	resource: R;
	place: PlaceOf<R>;
	/**
	 * What is edited, with its version where it is known (a page's `itemQuery`); a row of a list has
	 * none, and the form finds it out by itself. Left out, a new one is made.
	 */
	base?: { item: ItemOf<R>; etag?: string | null } | undefined;
	/** The fields of the form by their names on the wire, each with what it starts from in a new one. */
	start: V;
	/** What checks before anything is sent; the contract's own schema unless the form has another. */
	schema?: z.ZodObject;
	/** The catalogue's words: 'Failed to create subject'. */
	fallback: string;
	onSaved: (item: ItemOf<R>) => void;
	/** Only to be looked at; so it always is for those who may not change content. */
	readOnly?: boolean;
}

/** For the dialogs that check nothing themselves: the server says what is wrong. */
export const UNCHECKED = z.looseObject({});

const differing = <V extends Values>(a: V, b: V) =>
	(Object.keys(a) as (keyof V & string)[]).filter((name) => a[name] !== b[name]);

/**
 * A form that creates or edits one item of a resource. It checks with the contract before it sends,
 * puts the server's messages on their fields, sends only what was changed, never creates twice, and
 * on a stale save offers both versions.
 */
export const useEntry = <R extends AnyResource, V extends Values>(
	options: EntryOptions<R, V>,
): Entry<V> => {
	const { resource, place, start, fallback, onSaved } = options;
	const mayEdit = useMayEdit();
	const readOnly = options.readOnly === true || !mayEdit;
	const client = useQueryClient();
	const save = useSave(resource, place);
	const attempt = useRef(newAttempt());
	const element = useRef<HTMLFormElement>(null);
	const [base, setBase] = useState(options.base);
	const [clash, setClash] = useState<{ mine: V; before: V; theirs: Versioned<ItemOf<R>> }>();
	const [failure, setFailure] = useState<unknown>();
	const [waitingFor, setWaitingFor] = useState<readonly string[]>([]);
	const described = useRef(new Map<string, Described>());
	const saved = useRef(false);
	const seekWrong = useRef(false);

	const valuesOf = (item: ItemOf<R>): V => {
		const source = item as unknown as V;
		return Object.fromEntries(Object.keys(start).map((name) => [name, source[name] ?? null])) as V;
	};

	const schema: z.ZodObject = options.schema ?? (base ? resource.update : resource.create);
	const form = useForm<V>({
		initialValues: base ? valuesOf(base.item) : start,
		validate: schemaResolver(schema, { sync: true }),
	});

	const id = base && (base.item as unknown as { id: string }).id;
	const own = itemQuery(resource, { ...place, [resource.param]: id } as ItemPlaceOf<R>);
	const fromRow = options.base !== undefined && options.base.etag === undefined;
	const version = useQuery({ ...own, enabled: fromRow && !readOnly, staleTime: 0 });

	// A newer version came in while nothing was typed: show that one.
	const arrived = fromRow ? version.isFetchedAfterMount && version.data : options.base;
	useEffect(() => {
		if (!base || !arrived || arrived.etag === base.etag) return;
		const values = valuesOf(arrived.item);
		const same = differing(valuesOf(base.item), values).length === 0;
		if (!same && form.isDirty()) return;
		setBase(arrived);
		if (!same) startFrom(values);
	});

	const startFrom = (values: V) => {
		form.setInitialValues(values);
		form.setValues(values);
		form.resetDirty(values);
	};

	useEffect(() => {
		if (form.values) saved.current = false;
	}, [form.values]);

	useEffect(() => {
		if (!seekWrong.current) return;
		seekWrong.current = false;
		element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	});

	const showFields = (fields: Record<string, string>) => {
		seekWrong.current = true;
		form.setErrors(fields);
	};

	const done = (item: ItemOf<R>, etag?: string | null) => {
		saved.current = true;
		attempt.current = newAttempt();
		if (base) {
			setBase({ item, etag: etag ?? null });
			startFrom(valuesOf(item));
		}
		onSaved(item);
	};

	const collide = (theirs: Versioned<ItemOf<R>>, mine: V, before: V) => {
		if (differing(mine, valuesOf(theirs.item)).length === 0) done(theirs.item, theirs.etag);
		else setClash({ mine, before, theirs });
	};

	const fail = async (error: unknown, mine: V, before: V) => {
		if (error instanceof ApiError && error.status === 412) {
			try {
				return collide(await client.fetchQuery({ ...own, staleTime: 0 }), mine, before);
			} catch (lost) {
				return setFailure(lost);
			}
		}
		const fields = (error instanceof ApiError && error.fields) || {};
		const here = Object.keys(fields).filter((name) => name in mine);
		if (here.length > 0) showFields(fields);
		if (here.length === 0 || here.length < Object.keys(fields).length) setFailure(error);
	};

	const update = async (mine: V, from: NonNullable<typeof base>) => {
		const before = valuesOf(from.item);
		const body: V = { ...mine, ...(schema.parse(mine) as V) };
		const changes = differing(before, body);
		if (changes.length === 0) return done(from.item, from.etag);
		try {
			let { etag } = from;
			if (etag === undefined) {
				const current = await client.fetchQuery({ ...own, staleTime: 5_000 });
				if (differing(before, valuesOf(current.item)).length > 0) {
					return collide(current, mine, before);
				}
				etag = current.etag;
			}
			const sent = Object.fromEntries(changes.map((name) => [name, body[name]]));
			const after = await save.mutateAsync({ id: id as string, update: sent as UpdateOf<R>, etag });
			done(after.item, after.etag);
		} catch (error) {
			await fail(error, mine, before);
		}
	};

	const create = async (mine: V) => {
		try {
			const body = schema.parse(mine) as CreateOf<R>;
			done((await save.mutateAsync({ create: body, attempt: attempt.current })).item);
		} catch (error) {
			await fail(error, mine, start);
		}
	};

	const send = (mine: V, from = base) => {
		setFailure(undefined);
		return from ? update(mine, from) : create(mine);
	};

	const waiting = waitingFor.length > 0;
	const checked = form.onSubmit(
		(values) => send(values),
		(errors) => showFields(errors as Record<string, string>),
	);

	return {
		form,
		submit: (event) => {
			if (save.isPending || form.submitting || waiting || readOnly) event?.preventDefault();
			else checked(event);
		},
		editing: base !== undefined,
		readOnly,
		saving: form.submitting || save.isPending,
		changed: form.isDirty(),
		failure,
		fallback,
		unsaved: () => !saved.current && !readOnly && (form.isDirty() || waiting),
		drop: () => {
			saved.current = true;
		},
		waiting,
		wait: (name, on) =>
			setWaitingFor((names) => (on ? [...names, name] : names.filter((each) => each !== name))),
		describe: (name, what) => void described.current.set(name, what),
		described: described.current,
		conflict: clash && {
			kind: resource.kind,
			id: id as string,
			before: clash.before,
			mine: clash.mine,
			theirs: valuesOf(clash.theirs.item),
		},
		resolve: (values) => {
			if (!clash) return;
			setClash(undefined);
			setBase(clash.theirs);
			form.setValues(values);
			void send(values, clash.theirs);
		},
		dismiss: () => setClash(undefined),
		element,
	};
};
