import { type RefObject, useEffect, useRef } from 'react';

const isLost = () => {
	const active = document.activeElement;
	return (
		!active?.isConnected || active === document.body || active.closest('[role=dialog]') !== null
	);
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
		leaving.current = { id, at: rows.findIndex((row) => row.id === id) };
	};
	useEffect(() => {
		if (opened || !settled) return;
		if (arriving.current) leaving.current = { id: '', at: 0 };
		const left = leaving.current;
		if (!left || rows.some(({ id }) => id === left.id)) return;
		leaving.current = undefined;
		arriving.current = false;
		const items = list.current?.children;
		const next = items?.[Math.min(left.at, items.length - 1)];
		if (isLost() && next instanceof HTMLElement) next.focus();
	}, [rows, opened, settled, arriving]);
	return { list, gone };
};
