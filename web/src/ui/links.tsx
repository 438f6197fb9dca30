import {
	ActionIcon,
	type ActionIconProps,
	Anchor,
	type AnchorProps,
	Button,
	type ButtonProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type A = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
	ref?: Ref<HTMLAnchorElement>;
};

/** A link that looks like a button: for going somewhere, with all that a link can do. */
export const LinkButton = createLink((props: ButtonProps & A) => (
	<Button component="a" {...props} />
));

/** A link in running text or as the name of a thing. */
export const LinkText = createLink((props: AnchorProps & A) => <Anchor {...props} />);

/** A link that is an icon alone; it needs an `aria-label`. */
export const LinkIcon = createLink((props: ActionIconProps & A) => (
	<ActionIcon component="a" {...props} />
));
