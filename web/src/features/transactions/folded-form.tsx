import { Box, Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { withdrawalInput } from '#shared/contract/adjustments.ts';
import type { z } from '#shared/zod.ts';
import { ReasonField } from '../../ui/fields/text-fields.tsx';
import { Form } from '../../ui/form/form.tsx';

/** Focuses a button that replaces a cancelled form, which had the focus. */
export const focusButton = (button: HTMLElement | null) => button?.focus();

type FoldedFormProps<S extends z.ZodMiniType, T> = Omit<
	ComponentProps<typeof Form<S, T>>,
	'onClose'
> & {
	button: ButtonProps & { 'aria-label'?: string };
	startsOpen?: boolean;
	/** Runs when the form is sent or cancelled. */
	onFold?: () => void;
};

/** Renders a button that opens a form in its place; the button has the text of the form's own button. */
export const FoldedForm = <S extends z.ZodMiniType, T>(props: FoldedFormProps<S, T>) => {
	const { button, startsOpen = false, onFold, ...form } = props;
	const [state, setState] = useState<'new' | 'open' | 'folded'>(startsOpen ? 'open' : 'new');
	const fold = () => {
		onFold?.();
		setState('folded');
	};
	if (state === 'open')
		return (
			<Box mt="sm">
				<Form {...form} onClose={fold} />
			</Box>
		);
	return (
		<Button
			variant="default"
			{...button}
			onClick={() => setState('open')}
			ref={state === 'folded' ? focusButton : null}
		>
			{form.submit}
		</Button>
	);
};

/** The form that takes a note or a decision back, with a reason. */
export const withdrawal = {
	schema: withdrawalInput,
	submit: 'Take back',
	pending: 'Taking back...',
	fallback: 'Could not undo this',
	children: <ReasonField />,
};
