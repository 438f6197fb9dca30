import {
	ModalBase,
	ModalBaseBody,
	ModalBaseCloseButton,
	ModalBaseContent,
	ModalBaseHeader,
	ModalBaseOverlay,
	ModalBaseTitle,
} from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import type { Opened } from '../loading/on-demand.tsx';
import classes from './dialog.module.css';
import { useCloseOnBack } from './history-steps.ts';
import { useInertBehind } from './inert-behind.ts';

export interface DialogProps extends Opened {
	title: ReactNode;
	/** Wide enough for two columns, or for two versions of a text side by side. */
	wide?: boolean | 'most';
	/** Its head stays where it is while what it shows grows. */
	top?: boolean;
	/**
	 * A field to find something by: without a head, its title for screen readers alone; what is typed into it is
	 * no work to lose; where it leads to somewhere else, that has the focus (`onDemand` gives it back otherwise).
	 */
	finder?: boolean;
	/** What is chosen in it is what it shows: nothing is lost when it closes. */
	onlyShows?: boolean;
	/** Above other dialogs, which have 200. */
	zIndex?: number;
	closeOnClickOutside?: boolean;
	/** Where it shows another button 'Close'. */
	closeLabel?: string;
	children?: ReactNode;
}

/** Its <header> would be a second banner of the page. */
const NO_BANNER = { component: 'div' };

/**
 * A dialog: it keeps and gives back the focus, and the screen behind it neither scrolls nor is reached. As
 * long as it holds something that was typed, chosen or uploaded, only its buttons close it: a click beside
 * it, Esc or Back may be a slip, and the browser asks before the console is left. Of Mantine's `ModalBase`, as its
 * `Modal` brings 19 KB of scroll areas and menus.
 */
export const Dialog = (props: DialogProps) => {
	const { opened, title, wide, top, finder, zIndex = 200, closeOnClickOutside = true } = props;
	const holds = !finder && !props.onlyShows;
	const [filled, setFilled] = useState<Element>();
	const fill = ({ target }: SyntheticEvent) => holds && setFilled(target as Element);
	useEffect(() => {
		// The form has done its work, and the dialog closes or goes on with something else.
		if (!filled?.isConnected) setFilled(undefined);
	});
	useEffect(() => {
		if (!filled) return;
		// A reload, or a step out of the console: the browser asks.
		const ask = (event: Event) => filled.isConnected && event.preventDefault();
		window.addEventListener('beforeunload', ask);
		return () => window.removeEventListener('beforeunload', ask);
	}, [filled]);
	useInertBehind(opened);
	useCloseOnBack(opened, () => !filled && props.onClose());
	return (
		<ModalBase
			opened={opened}
			// While it fades, it has no say any more: no second press, and no key that it would keep from the screen.
			inert={!opened}
			onClose={props.onClose}
			zIndex={zIndex}
			padding="lg"
			transitionProps={{ transition: 'fade-down', duration: 200 }}
			closeOnClickOutside={closeOnClickOutside && !filled}
			closeOnEscape={!filled}
			trapFocus
			returnFocus={!finder}
			lockScroll
			withinPortal
			onInput={fill}
			onDrop={fill}
		>
			<ModalBaseOverlay backgroundOpacity={0.5} />
			<ModalBaseContent
				radius="md"
				className={classes.content}
				data-wide={wide || undefined}
				data-finder={finder || undefined}
				innerProps={{ className: finder ? classes.finder : top ? classes.top : classes.inner }}
			>
				{finder ? (
					<>
						<ModalBaseTitle className={classes.unseen}>{title}</ModalBaseTitle>
						{props.children}
					</>
				) : (
					<>
						<ModalBaseHeader {...NO_BANNER}>
							<ModalBaseTitle className={classes.title}>{title}</ModalBaseTitle>
							<ModalBaseCloseButton aria-label={props.closeLabel ?? 'Close'} />
						</ModalBaseHeader>
						<ModalBaseBody>{props.children}</ModalBaseBody>
					</>
				)}
			</ModalBaseContent>
		</ModalBase>
	);
};
