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

/** Both versions of something that somebody else has changed in the meantime. */
export interface Conflict<V extends Values> {
	id: string;
	/** As it stood when this form was opened. */
	before: V;
	mine: V;
	theirs: V;
	/** Saves the chosen values over the other's version. */
	resolve: (values: V) => void;
	/** Leaves it open; the form stays as it was typed. */
	dismiss: () => void;
}

/** A form that makes or edits one item of a resource: what is typed, whether it is being saved, and why it could not be. */
export interface ResourceForm<V extends Values> {
	resource: AnyResource;
	/** The place of its list. */
	place: Place;
	/** Input state and validation errors. */
	inputs: UseFormReturnType<V>;
	/** The form's `onSubmit`. */
	submit: (event: SyntheticEvent<HTMLFormElement>) => void;
	/** A new thing is made, not an existing one edited. */
	isNew: boolean;
	readOnly: boolean;
	saving: boolean;
	/** Why the last save failed, where no field says it. */
	failure: unknown;
	/** The catalogue's words for a failure of this form that has none of its own. */
	fallback: string;
	/** Field errors of the last save. */
	wrong: FieldErrors;
	/** Ask before the page is left: something typed is not saved. */
	unsaved: () => boolean;
	/** Ask no more, until something else is typed: what is edited has been deleted, or is left for good. */
	drop: () => void;
	/** Files are still on their way; saving waits for them. */
	waiting: boolean;
	/** A field tells that one file more is on its way, or one less. */
	wait: (more: 1 | -1) => void;
	conflict: Conflict<V> | undefined;
}
