import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

/** Attributes that the router passes to the link element. */
export type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
	ref?: Ref<HTMLAnchorElement>;
};

/**
 * Removes the `aria-current` that the router sets on every link above the current address; only the sidebar marks the
 * current page.
 */
export const withoutAriaCurrent = <Props extends LinkAttributes>(props: Props): Props => ({
	...props,
	'aria-current': undefined,
});

/** Renders a link that looks like a button. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
	<Button component="a" {...withoutAriaCurrent(props)} />
));

/** Renders a link in running text or as the name of an item, in the size of the surrounding text, or `small`. */
export const LinkText = createLink(
	({ small, className = '', ...link }: LinkAttributes & { small?: boolean }) => (
		<a
			{...withoutAriaCurrent(link)}
			className={`link ${className}`}
			data-link=""
			data-small={small || undefined}
		/>
	),
);
