import { type UseFormReturnType, useForm as useInputs } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import {
	createContext,
	type RefObject,
	type SyntheticEvent,
	useContext,
	useRef,
	useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from '#shared/contract/platform/errors.ts';
import type { z } from '#shared/zod.ts';
import { getFieldErrors } from '../../api/api-error.ts';
import { type Attempt, createAttempt } from '../../api/attempt.ts';

/** Values of controlled fields by API field name. Empty fields are null. */
export type Values = Record<string, string | number | boolean | readonly string[] | null>;

/** Texts of native inputs by name. */
export type FormValues = Readonly<Record<string, string>>;

export interface FormOptions<S extends z.ZodMiniType, T> {
	/**
	 * Initial values of the controlled fields. Inputs of other names are native, so that password managers and paste
	 * work, and are read as text when the form is submitted.
	 */
	start?: Values;
	/** Validates before sending, with the contract's messages. */
	schema: S;
	/** Converts the texts of the native inputs for the schema. */
	read?: (typed: FormValues) => unknown;
	/**
	 * Sends the parsed values. Errors are shown at the fields that they name, or above the form. Calls that must not run
	 * twice use the attempt's idempotency key.
	 */
	send: (body: z.output<S>, attempt: Attempt) => Promise<T>;
	onDone: (answer: T) => void;
	/** Labels by field name; a field can have its own. */
	labels?: Readonly<Record<string, string>>;
	readOnly?: boolean;
	/** Why the person may not change the values; the form is read-only. */
	lock?: string | undefined;
}

/** State and functions of a form, for its frame and its fields. */
export interface FormState {
	element: RefObject<HTMLFormElement | null>;
	/** Controlled values, and the errors of all fields. */
	inputs: UseFormReturnType<Values>;
	labels: Readonly<Record<string, string>>;
	readOnly: boolean;
	lock: string | undefined;
	sending: boolean;
	/** Files are being uploaded; sending waits for them. */
	waiting: boolean;
	/** Adds to the number of running uploads. */
	wait: (more: 1 | -1) => void;
	/** The error of the last request, if no field shows it. */
	failure: unknown;
	submit: (event: SyntheticEvent<HTMLFormElement>) => void;
}

/** Returns the first message of each field. */
const listMessages = ({ issues }: z.core.$ZodError): FieldErrors =>
	Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).toReversed());

/** The value of the option for no choice: an item of a select must not have an empty value (specification). */
export const UNSET = '-';

const readTexts = (form: HTMLFormElement): FormValues =>
	Object.fromEntries(
		[...new FormData(form)].map(([name, value]) => [name, value === UNSET ? '' : String(value)]),
	);

/** Returns a form that validates by a schema, sends one request at a time, and focuses the first wrong field. */
export const useForm = <S extends z.ZodMiniType, T>(options: FormOptions<S, T>) => {
	const { schema, read, send, onDone, labels = {}, lock } = options;
	const readOnly = options.readOnly === true || lock !== undefined;
	const element = useRef<HTMLFormElement>(null);
	const attempt = useRef(createAttempt());
	const [uploads, setUploads] = useState(0);
	const inputs = useInputs<Values>({ initialValues: options.start ?? {} });
	const showErrors = (errors: FieldErrors) => {
		// At once, so that the wrong fields can be found.
		flushSync(() => inputs.setErrors(errors));
		element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	};
	const { mutate, isPending, error } = useMutation({
		mutationFn: (body: z.output<S>) => send(body, attempt.current),
		onSuccess: (answer) => {
			attempt.current = createAttempt();
			onDone(answer);
		},
		onError: (failure) => showErrors(getFieldErrors(failure)),
	});
	const hasField = (name: string) =>
		name in inputs.getInitialValues() || Boolean(element.current?.elements.namedItem(name));
	const wrong = Object.keys(getFieldErrors(error));
	const isAtFields = wrong.length > 0 && wrong.every(hasField);
	const waiting = uploads > 0;
	const submit = (event: SyntheticEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (isPending || waiting || readOnly) return;
		const texts = readTexts(event.currentTarget);
		const checked = schema.safeParse(read ? read(texts) : { ...texts, ...inputs.getValues() });
		inputs.clearErrors();
		if (checked.success) mutate(checked.data);
		else showErrors(listMessages(checked.error));
	};
	const form: FormState = {
		element,
		inputs,
		labels,
		readOnly,
		lock,
		sending: isPending,
		waiting,
		wait: (more) => setUploads((count) => count + more),
		failure: error && !isAtFields ? error : undefined,
		submit,
	};
	return { ...form, send: mutate };
};

/** The form around a field. */
export const FormContext = createContext<FormState | undefined>(undefined);

/** Returns the form around a field. */
export const useFormContext = () => {
	const form = useContext(FormContext);
	if (!form) throw new Error('A field needs a form around it');
	return form;
};

/** Returns the error message of a field; undefined also outside of a form. */
export const useFieldError = (name: string) => useContext(FormContext)?.inputs.errors[name];
