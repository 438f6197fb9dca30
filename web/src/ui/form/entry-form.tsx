import { Stack } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { Failed } from '../failed.tsx';
import { prepareModal } from '../modal.tsx';
import { onDemand } from '../on-demand.tsx';
import type { Entry, Values } from './entry.ts';

const [ConflictDialog, prepareConflict] = onDemand(
	'two versions',
	async () => (await import('./conflict-dialog.tsx')).ConflictDialog,
);

/** What is typed may have to be asked about, also when the connection is gone by then. */
const prepare = () => {
	prepareModal();
	prepareConflict();
};

interface EntryFormProps<V extends Values> {
	entry: Entry<V>;
	/** The fields, then `SaveBar` or a dialog's buttons. */
	children: ReactNode;
}

/**
 * The form around the fields of an `Entry`: Enter submits, the reason of a failure stands above the
 * fields, and a new thing starts with the focus in its first field.
 */
export const EntryForm = <V extends Values>({ entry, children }: EntryFormProps<V>) => {
	const { element, editing, readOnly } = entry;
	const starts = !editing && !readOnly;
	useLayoutEffect(() => {
		const first = element.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea');
		// For a dialog's focus trap, which looks for it once it is open; a page takes it at once.
		first?.setAttribute('data-autofocus', '');
		if (starts) first?.focus({ preventScroll: true });
	}, [element, starts]);
	return (
		<form
			ref={element}
			noValidate
			onSubmit={entry.submit}
			onInput={prepare}
			aria-busy={entry.saving || undefined}
		>
			<Stack gap="md">
				{entry.failure !== undefined && <Failed error={entry.failure} fallback={entry.fallback} />}
				{children}
			</Stack>
			<ConflictDialog
				entry={entry as never}
				opened={entry.conflict !== undefined}
				onClose={entry.dismiss}
			/>
		</form>
	);
};
