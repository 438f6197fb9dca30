import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a list that gets shorter: where a row goes, the one that takes its place has the focus. `gone`
 * is told of one that will go; `opened` is whether a dialog stands above the list.
 */
export const useCursor = (rows: readonly { id: string }[], opened: boolean) => {
	const list = useRef<HTMLUListElement>(null);
	const leaving = useRef<{ id: string; at: number }>(undefined);
	const gone = (id: string) => {
		leaving.current = { id, at: rows.findIndex((row) => row.id === id) };
	};
	useEffect(() => {
		const left = leaving.current;
		// While a dialog is open its screen is out of reach; then this is asked once more.
		if (!left || opened || rows.some(({ id }) => id === left.id)) return;
		leaving.current = undefined;
		const active = document.activeElement;
		const isLost = !active?.isConnected || active === document.body;
		if (!isLost && !active.closest('[role=dialog]')) return;
		const items = list.current?.children;
		const next = items?.[Math.min(left.at, items.length - 1)];
		if (next instanceof HTMLElement) next.focus();
	}, [rows, opened]);
	return { list, gone };
};
