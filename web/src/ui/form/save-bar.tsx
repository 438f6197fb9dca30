import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Entry, Values } from './entry.ts';
import classes from './form.module.css';
import { LeaveGuard } from './leave-guard.tsx';

interface SaveBarProps<V extends Values> {
	entry: Entry<V>;
	/** 'Save Course'. */
	submit: string;
	/** While it is being saved; 'Saving...' unless the specification says otherwise. */
	pending?: string;
	/** A `LinkButton` back, usually. */
	cancel?: ReactNode;
	/** `DeleteButton`, on the far side. */
	danger?: ReactNode;
}

/** The end of a page's form that can be saved: Save in reach wherever the page is scrolled to, and a guard against leaving it changed. */
export const SaveBar = <V extends Values>({ entry, submit, ...props }: SaveBarProps<V>) =>
	entry.readOnly ? null : (
		<div className={classes.foot}>
			<LeaveGuard entry={entry} />
			<div className={classes.bar}>
				<Button type="submit" aria-disabled={entry.saving || entry.waiting || undefined}>
					{entry.saving ? (props.pending ?? 'Saving...') : entry.waiting ? 'Uploading...' : submit}
				</Button>
				{props.cancel}
			</div>
			{props.danger && <div className={classes.danger}>{props.danger}</div>}
		</div>
	);
