import type { UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';
import type { FieldErrors } from '#shared/contract/errors.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { Place } from '../../api/cached-rows.ts';

/** Form values by API field name. Empty fields are null. */
export type Values = Record<string, string | number | boolean | readonly string[] | null>;

/** Values of a form with all fields of a resource. */
export type StartOf<R extends AnyResource> =
	ReturnType<R['start']> extends infer V extends Values ? V : never;

/** Both versions of an item that someone else has changed in the meantime. */
export interface Conflict<V extends Values> {
	id: string;
	/** The values when this form was opened. */
	before: V;
	mine: V;
	theirs: V;
	/** Saves the chosen values over the other person's version. */
	resolve: (values: V) => void;
	/** Closes the question; the form keeps its input. */
	dismiss: () => void;
}

/** State and functions of a form that creates or edits an item of a resource. */
export interface ResourceForm<V extends Values> {
	resource: AnyResource;
	/** The ids of the parents. */
	place: Place;
	/** Input state and validation errors. */
	inputs: UseFormReturnType<V>;
	/** The form's `onSubmit`. */
	submit: (event: SyntheticEvent<HTMLFormElement>) => void;
	/** True for a new item. */
	isNew: boolean;
	readOnly: boolean;
	saving: boolean;
	/** The error of the last save, if no field shows it. */
	failure: unknown;
	/** The error catalogue's text for an error of this form without a message of its own. */
	fallback: string;
	/** Field errors of the last save. */
	wrong: FieldErrors;
	/** Returns whether leaving the page would lose input. */
	unsaved: () => boolean;
	/** Discards the unsaved state until the next input: the item was deleted, or the person leaves. */
	drop: () => void;
	/** Files are being uploaded; saving waits for them. */
	waiting: boolean;
	/** Adds to the number of running uploads. */
	wait: (more: 1 | -1) => void;
	conflict: Conflict<V> | undefined;
}
