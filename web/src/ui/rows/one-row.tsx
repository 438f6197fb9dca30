import { memo, type ReactNode } from 'react';
import { takeRecentlySaved } from '../../api/recently-saved.ts';
import { RowBusy } from './row-busy.tsx';

/** What was just saved comes into view and is marked for a moment (`data-saved`), so that nobody looks for it. */
const highlightSaved = (id: string) => (element: HTMLElement | null) => {
	if (!element || !takeRecentlySaved(id)) return;
	element.dataset.saved = '';
	element.addEventListener('animationend', () => delete element.dataset.saved, { once: true });
	// Not at once: the router scrolls a new page to its top when this has been drawn.
	setTimeout(() => element.scrollIntoView({ block: 'nearest' }), 50);
};

/** What the element of each row carries: what the list around finds it by, and how it stands. */
export const rowProps = (id: string, busy: boolean, current?: string) => ({
	ref: highlightSaved(id),
	'data-row': id,
	'aria-busy': busy || undefined,
	'aria-current': id === current || undefined,
});

interface OneRowProps<Row> {
	row: Row;
	/** A change of it is under way. */
	busy: boolean;
	/** Has to stay the same function, or all rows are drawn anew. */
	draw: (row: Row, busy: boolean) => ReactNode;
}

const Drawn = <Row,>({ row, busy, draw }: OneRowProps<Row>) => (
	<RowBusy busy={busy}>{draw(row, busy)}</RowBusy>
);

/** One row or card of a list, which is drawn anew only when itself has changed: a switch in a long list costs one row. */
export const OneRow = memo(Drawn) as typeof Drawn;
