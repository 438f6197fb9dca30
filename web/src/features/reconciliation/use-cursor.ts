import { type RefObject, useEffect, useRef } from 'react';

/** Nowhere, in a dialog that closes, or on the screen's heading, where it goes by itself. */
const isLost = () => {
	const active = document.activeElement;
	if (!active?.isConnected || active === document.body) return true;
	return active.matches('h1') || active.closest('[role=dialog]') !== null;
};

interface Around {
	/** A dialog stands above the list: its screen is out of reach. */
	opened: boolean;
	/** The rows are those that were asked for last. */
	settled: boolean;
	/** Holds true where the next rows are to be gone on with from the first. */
	arriving: RefObject<boolean>;
}

/**
 * Keeps the keyboard in a list that gets shorter: where a row goes, the one that takes its place has the focus. `gone`
 * is told of one that will go.
 */
export const useCursor = (rows: readonly { id: string }[], around: Around) => {
	const { opened, settled, arriving } = around;
	const list = useRef<HTMLUListElement>(null);
	const leaving = useRef<{ id: string; at: number }>(undefined);
	const gone = (id: string) => {
		arriving.current = false;
		leaving.current = { id, at: rows.findIndex((row) => row.id === id) };
	};
	useEffect(() => {
		if (opened || !settled) return;
		// Until somebody goes on from there: more may come that takes the focus away.
		const left = arriving.current ? { id: '', at: 0 } : leaving.current;
		if (!left || rows.some(({ id }) => id === left.id)) return;
		leaving.current = undefined;
		const items = list.current?.children;
		const next = items?.[Math.min(left.at, items.length - 1)];
		if (isLost() && next instanceof HTMLElement) next.focus();
	}, [rows, opened, settled, arriving]);
	return { list, gone };
};
