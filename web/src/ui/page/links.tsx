import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import classes from './links.module.css';

/** Attributes that the router passes to the link element. */
export type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
	ref?: Ref<HTMLAnchorElement>;
};

/**
 * The router marks every link whose address the screen's begins with as the current page. That is
 * for the sidebar to say; a way back to the dashboard is not "here".
 */
export const unmarked = <Props extends LinkAttributes>(props: Props): Props => ({
	...props,
	'aria-current': undefined,
});

/** A link that looks like a button: for going somewhere, with all that a link can do. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
	<Button component="a" {...unmarked(props)} />
));

/** A link in running text or as the name of a thing: as large as what it stands in, or `small`. */
export const LinkText = createLink(
	({ small, className = '', ...link }: LinkAttributes & { small?: boolean }) => (
		<a
			{...unmarked(link)}
			className={`${classes.link} ${className}`}
			data-link=""
			data-small={small || undefined}
		/>
	),
);
