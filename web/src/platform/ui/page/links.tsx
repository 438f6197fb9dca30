import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { createLink, type LinkComponent, useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { bySlug, type ResourceWord } from '#shared/contract/content/resources.ts';
import { buildItemAddress } from '../../../addresses.ts';
import { type ButtonLook, signButton, smallButton } from '../controls.tsx';

/** Attributes that the router passes to the link element. */
export type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
	ref?: Ref<HTMLAnchorElement>;
};

/**
 * Removes the `aria-current` that the router sets on every link above the current address; only the sidebar marks the
 * current page.
 */
export const removeAriaCurrent = <Props extends LinkAttributes>(props: Props): Props => ({
	...props,
	'aria-current': undefined,
});

/** Renders a link that looks like a button. */
export const LinkButton = createLink((props: ButtonProps & LinkAttributes) => (
	<Button component="a" {...removeAriaCurrent(props)} />
));

/** Renders the link from a section to the full page of its content. */
export const MoreLink = createLink((props: ButtonProps & LinkAttributes) => (
	<Button
		component="a"
		variant="subtle"
		size="xs"
		rightSection={<IconArrowRight size={16} aria-hidden />}
		{...removeAriaCurrent(props)}
	/>
));

interface LightLinkProps extends LinkAttributes {
	/** A whole address, such as '/admin/courses/$courseId'. */
	to: string;
	params?: Readonly<Record<string, string>>;
	search?: Readonly<Record<string, string | undefined>>;
	hash?: string;
}

/** Returns whether a click opens the link in this tab. */
export const isPlain = (event: MouseEvent) =>
	!event.defaultPrevented &&
	event.button === 0 &&
	!(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/**
 * Renders a link that asks the router only when it is used. A list has hundreds of links, and a link of the router's
 * own resolves its address again after each navigation.
 */
const LightLink = ({ to, params = {}, search = {}, hash, onClick, ...props }: LightLinkProps) => {
	const router = useRouter();
	const path = to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
	const target = { to, params, search, ...(hash && { hash }) } as never;
	const preload = () => void router.preloadRoute(target).catch(() => {});
	return (
		<a
			{...props}
			href={`${path}${router.options.stringifySearch(search)}${hash ? `#${hash}` : ''}`}
			onMouseEnter={preload}
			onFocus={preload}
			onTouchStart={preload}
			onClick={(event) => {
				onClick?.(event);
				if (!isPlain(event)) return;
				event.preventDefault();
				void router.navigate(target);
			}}
		/>
	);
};

/** The router's type of a link, which checks addresses, ids and search. */
type Typed<Extra = object> = LinkComponent<(props: LinkAttributes & Extra) => ReactNode>;

/** Renders a link in running text or as the name of an item, in the size of the surrounding text, or `small`. */
export const LinkText = (({
	small,
	className = '',
	...link
}: LightLinkProps & { small?: boolean }) => (
	<LightLink
		{...link}
		className={`link ${className}`}
		data-link=""
		data-small={small || undefined}
	/>
)) as unknown as Typed<{ small?: boolean }>;

/** Renders a link that looks like a `SmallButton`, or like an `IconButton`. */
export const SmallLinkButton = (({
	look,
	...link
}: LightLinkProps & { look: ButtonLook | 'sign' }) => (
	<LightLink {...link} className={look === 'sign' ? signButton : smallButton} data-look={look} />
)) as unknown as Typed<{ look: ButtonLook | 'sign' }>;

interface ItemLinkProps {
	kind: ResourceWord;
	item: { id: string; name: string };
}

/** Renders the name of an item of content as a link to its page, which is found by its id. */
export const ItemLink = ({ kind, item: { id, name } }: ItemLinkProps) => (
	<LinkText to={buildItemAddress(bySlug[kind], { [bySlug[kind].param]: id }) as '/'}>
		{name}
	</LinkText>
);
