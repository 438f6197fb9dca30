import type { TablerIcon } from '@tabler/icons-react';

/** One of the actions of a row: it leads somewhere or does something. */
export interface RowAction {
	words: string;
	icon: TablerIcon;
	/** It takes something away. */
	dangerous?: boolean;
	disabled?: boolean;
	/** Of `linkOptions`, which checks the address. */
	link?: { to: string; params: Readonly<Record<string, string>> };
	/** A file, which opens beside the console. */
	href?: string;
	onClick?: () => void;
}

/** One that is a button where there is room for it. */
export interface RowButtonAction extends RowAction {
	/** Says of what, for screen readers: 'Topics of Plumbing'. */
	label: string;
	/** What most come for leads, others are quiet, or a sign alone. */
	looks: 'leads' | 'quiet' | 'sign';
}

/** What a row's menu shows. */
export interface RowMenuProps {
	/** 'Actions for Paper 1'. */
	label: string;
	/** Stands above the actions. */
	note?: string | undefined;
	actions: readonly RowAction[];
}
