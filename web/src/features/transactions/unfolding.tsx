import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './transactions.module.css';

/** For a button that comes back in place of what was cancelled: it has the focus that went away with it. */
export const takeFocus = (button: HTMLElement | null) => button?.focus();

interface UnfoldingProps extends Omit<ButtonProps, 'children'> {
	'aria-label'?: string;
	/** What the button says. */
	words: string;
	/** The form stands there at once. */
	startsOpen?: boolean;
	/** The form, with what folds it. */
	children: (fold: () => void) => ReactNode;
}

/** A button in whose place a form stands once it is pressed; who changes their mind goes on at the button. */
export const Unfolding = ({ words, startsOpen = false, children, ...button }: UnfoldingProps) => {
	const [step, go] = useState<'closed' | 'open' | 'left'>(startsOpen ? 'open' : 'closed');
	if (step === 'open') return <div className={classes.settle}>{children(() => go('left'))}</div>;
	return (
		<Button
			variant="default"
			{...button}
			onClick={() => go('open')}
			ref={step === 'left' ? takeFocus : null}
		>
			{words}
		</Button>
	);
};
