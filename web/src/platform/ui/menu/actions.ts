import type { TablerIcon } from '@tabler/icons-react';

/** An action of a row: a link or a function. */
export interface RowAction {
	words: string;
	icon: TablerIcon;
	/** Shown in red: the action deletes something. */
	dangerous?: boolean;
	disabled?: boolean;
	/** Why the person may not use it; undefined if they may. */
	lock?: string | undefined;
	/** A result of `linkOptions`, which checks the address. */
	link?: { to: string; params?: Readonly<Record<string, string>>; search?: object };
	/** Address of a file, which opens in a new tab. */
	href?: string;
	onClick?: () => void;
}

/** Locks the actions that change a row, with the reason. */
export const lockActions = (actions: readonly RowAction[], lock: string | undefined) =>
	lock ? actions.map((action) => (action.onClick ? { ...action, lock } : action)) : actions;

/** An action that is a button where there is room. */
export interface RowButtonAction extends RowAction {
	/** The label for screen readers, with the item: 'Topics of Plumbing'. */
	label: string;
	/** `quiet` for text that the specification names, `sign` for an icon. */
	looks: 'quiet' | 'sign';
}

/** Props of the menu of a row. */
export interface RowMenuProps {
	/** 'Actions for Paper 1'. */
	label: string;
	/** Text above the actions. */
	note?: string | undefined;
	actions: readonly RowAction[];
}
