import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { usePart } from '../../api/part.ts';
import { notify } from '../notifications/notifications.tsx';
import { ProgressLine } from './progress-line.tsx';

/** What every dialog is opened and closed by. */
export interface Opened {
	opened: boolean;
	onClose: () => void;
}

/** What a dialog was opened for, while it fades away too: what there is now, or what there was last. */
export const useLast = <T,>(now: T | null | undefined): T | undefined => {
	const last = useRef(now ?? undefined);
	last.current = now ?? last.current;
	return last.current;
};

/** A moment after the dialog itself gives the focus back: to its own first field, where it opened late. */
const BACK_MS = 50;

/** Once closed, the focus is where it was when the dialog was asked for. */
const useFocusBack = (opened: boolean) => {
	const before = useRef<Element>(null);
	// While rendering: a form in the dialog puts the focus into its first field before any effect from here.
	if (opened) before.current ??= document.activeElement;
	useEffect(() => {
		if (opened) return;
		const soon = setTimeout(() => {
			const now = document.activeElement;
			// Nowhere, or still in what is fading away.
			const lost = now === document.body || now?.closest('[role=dialog]');
			if (lost && before.current instanceof HTMLElement)
				before.current.focus({ preventScroll: true });
			before.current = null;
		}, BACK_MS);
		return () => clearTimeout(soon);
	}, [opened]);
};

type PropsOf<Component> = Component extends (props: infer Props) => ReactNode ? Props : never;

/** Some browsers keep that a file could not be had until the page is loaded anew (github.com/whatwg/html/issues/6768). */
const LOST = {
	title: 'This could not be opened',
	message:
		'The connection was lost. Check it and try again. If that does not help, reload the page.',
};

/** A part that somebody has asked for. Where it does not come, that is said, and `giveUp` called. */
export const useAskedPart = <Module extends object>(
	name: string,
	load: () => Promise<Module>,
	wanted: boolean,
	giveUp: () => void,
) => {
	const { data, error } = usePart(name, load, { wanted });
	useEffect(() => {
		if (!wanted || data || !error) return;
		notify(LOST);
		giveUp();
	}, [wanted, data, error, giveUp]);
	return data;
};

/** How often this was called: each dialog is fetched under a name of its own. */
let count = 0;

/**
 * A dialog whose code is fetched when it is first opened, so that no list waits for it; where that
 * fails it closes, and says so. `prepare` fetches it when somebody reaches for what opens it.
 * @example const [Details, prepare] = onDemand(() => import('./details.tsx'), 'Details');
 */
export const onDemand = <
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(
	load: () => Promise<Module>,
	name: Name,
) => {
	const part = `${name} ${++count}`;
	const OnDemand = (props: PropsOf<Module[Name]> & Opened) => {
		const { opened, onClose } = props;
		const module = useAskedPart(part, load, opened, onClose);
		const Loaded = module?.[name] as ComponentType<typeof props> | undefined;
		const [mounted, setMounted] = useState(false);
		// Closed at first, as a dialog that opens fades in.
		useEffect(() => setMounted(Loaded !== undefined), [Loaded]);
		useFocusBack(opened);
		if (Loaded) return <Loaded {...props} opened={opened && mounted} />;
		return opened ? <ProgressLine /> : null;
	};
	return [OnDemand, () => void load().catch(() => {})] as const;
};

/** For a button: what it opens is fetched as soon as a pointer or the focus is on it. */
export const whenReached = (prepare: () => void) => ({ onPointerEnter: prepare, onFocus: prepare });
