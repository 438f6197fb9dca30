import { Stack } from '@mantine/core';
import { type ReactNode, type Ref, type SyntheticEvent, useEffect, useRef } from 'react';
import type { FieldErrors } from '#shared/contract/errors.ts';
import { Failed } from '../loading/failed.tsx';

/** Selects the first field that takes the focus. */
const FIRST = ':is(input:not([type=hidden]), textarea, select:required):not([readonly])';

interface FormFrameProps {
	ref?: Ref<HTMLFormElement>;
	onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
	onInput?: () => void;
	sending: boolean;
	/** The error, if no field shows it; `fallback` is for an error without a message of its own. */
	failure: unknown;
	fallback: string;
	/** Button that resolves the failure, if any. */
	remedy?: ReactNode;
	/** The messages of the last attempt, by field: the first wrong field gets the focus. */
	wrong: FieldErrors;
	/** Focuses the first field on mount. */
	takesFocus: boolean;
	children: ReactNode;
}

/** Renders the form element: Enter submits, and the error is above the fields. */
export const FormFrame = (props: FormFrameProps) => {
	const { ref, onSubmit, onInput, sending, failure, wrong, takesFocus, children } = props;
	const inside = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const first = inside.current?.querySelector<HTMLElement>(FIRST);
		// For a dialog's focus trap, which looks for the attribute once the dialog is open; a page takes the focus at once.
		first?.setAttribute('data-autofocus', '');
		if (takesFocus) first?.focus({ preventScroll: true });
	}, [takesFocus]);
	useEffect(() => {
		if (Object.values(wrong).some(Boolean))
			inside.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [wrong]);
	return (
		<form
			{...(ref && { ref })}
			noValidate
			onSubmit={onSubmit}
			onInput={onInput}
			aria-busy={sending || undefined}
		>
			<Stack gap="md" ref={inside}>
				{failure !== undefined && (
					<Failed error={failure} fallback={props.fallback} action={props.remedy} />
				)}
				{children}
			</Stack>
		</form>
	);
};
