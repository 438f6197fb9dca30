import {
	type ComponentProps,
	createContext,
	memo,
	type ReactNode,
	useContext,
	useSyncExternalStore,
} from 'react';
import { takeRecentlySaved } from '../api/recently-saved.ts';
import { IconButton, inactive, SmallButton } from './controls.tsx';

/** Returns a hook that reads one media query, which all rows watch. */
const makeMediaHook = (text: string) => {
	let media: MediaQueryList | undefined;
	const getMedia = () => (media ??= matchMedia(text));
	const watch = (listener: () => void) => {
		getMedia().addEventListener('change', listener);
		return () => getMedia().removeEventListener('change', listener);
	};
	return () => useSyncExternalStore(watch, () => getMedia().matches);
};

/** Returns whether the window has room for tables and cards. */
export const useWide = makeMediaHook('(min-width: 48em)');

/** Returns whether the window has room for all columns of a table next to each other. */
export const useRoomForColumns = makeMediaHook('not screen and (max-width: 75em)');

/** Renders its children only where the window has room for tables and cards. */
export const OnlyWide = ({ children }: { children: ReactNode }) => (useWide() ? children : null);

/** Scrolls to a row that was just saved and marks it for a moment (`data-saved`). */
const highlightSaved = (id: string) => (element: HTMLElement | null) => {
	if (!element || !takeRecentlySaved(id)) return;
	element.dataset.saved = '';
	element.addEventListener('animationend', () => delete element.dataset.saved, { once: true });
	// Later, because the router scrolls a new page to its top when this has been rendered.
	setTimeout(() => element.scrollIntoView({ block: 'nearest' }), 50);
};

/** Returns the attributes of the element of a row or card. */
export const makeRowProps = (id: string, busy: boolean, current?: string) => ({
	ref: highlightSaved(id),
	'data-row': id,
	'aria-busy': busy || undefined,
	'aria-current': id === current || undefined,
});

const Busy = createContext(false);

/** Tells the controls of a row whether a change of the row is being saved. */
export const RowBusy = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
	<Busy value={busy}>{children}</Busy>
);

/** Returns whether a change of the row around is being saved. */
export const useRowBusy = () => useContext(Busy);

interface OneRowProps<Row> {
	row: Row;
	/** A change of the row is being saved. */
	busy: boolean;
	/** Must stay the same function, or all rows render again. */
	draw: (row: Row, busy: boolean) => ReactNode;
}

const Drawn = <Row,>({ row, busy, draw }: OneRowProps<Row>) => (
	<RowBusy busy={busy}>{draw(row, busy)}</RowBusy>
);

/** Renders one row or card of a list, again only when the row has changed. */
export const OneRow = memo(Drawn) as typeof Drawn;

/** Renders a `SmallButton` of a row, which does nothing while a change of the row is being saved. */
export const RowButton = ({ onClick, ...props }: ComponentProps<typeof SmallButton>) => (
	<SmallButton {...props} {...(useRowBusy() ? inactive : { onClick })} />
);

/** Renders a `RowButton` as an icon. */
export const RowIcon = ({ onClick, ...props }: ComponentProps<typeof IconButton>) => (
	<IconButton {...props} {...(useRowBusy() ? inactive : { onClick })} />
);
