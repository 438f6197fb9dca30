import { type RefObject, useEffect, useRef } from 'react';

/** Nowhere, in a dialog that closes, or on the screen's heading, where it goes by itself. */
const isLost = () => {
	const active = document.activeElement;
	if (!active?.isConnected || active === document.body) return true;
	return active.matches('h1') || active.closest('[role=dialog]') !== null;
};

/** The first row, of those that are still to come. */
const START = { id: '', at: 0 };

interface Around {
	/** A dialog stands above the list: its screen is out of reach. */
	opened: boolean;
	/** The rows are those that were asked for last. */
	settled: boolean;
	/** Holds true where the next rows are to be gone on with from the first. */
	arriving: RefObject<boolean>;
}

/**
 * Keeps the keyboard in a list that gets shorter: where a row goes, the one that takes its place has the focus, and
 * where the last one goes, what says so. `gone` is told of one that will go.
 */
export const useCursor = (rows: readonly { id: string }[], around: Around) => {
	const { opened, settled, arriving } = around;
	const list = useRef<HTMLUListElement>(null);
	const nothing = useRef<HTMLDivElement>(null);
	const leaving = useRef<{ id: string; at: number }>(undefined);
	const gone = (id: string) => {
		arriving.current = false;
		leaving.current = { id, at: rows.findIndex((row) => row.id === id) };
	};
	useEffect(() => {
		if (opened || !settled) return;
		// Until somebody goes on from there: more may come that takes the focus away.
		const left = arriving.current ? START : leaving.current;
		if (!left || rows.some(({ id }) => id === left.id)) return;
		// What comes back where nothing was left is gone on with.
		leaving.current = rows.length === 0 ? START : undefined;
		const items = list.current?.children;
		const next = items?.[Math.min(left.at, items.length - 1)] ?? nothing.current;
		if (isLost() && next instanceof HTMLElement) next.focus();
	}, [rows, opened, settled, arriving]);
	return { list, nothing, gone };
};
