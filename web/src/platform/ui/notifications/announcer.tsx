import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { createChanges } from '../../api/changes.ts';

const { subscribe, emit } = createChanges();
let said = '';

/** Tells screen readers politely what has happened; the same words are told again. */
export const announce = (words: string) => {
	// A region whose text stays the same is not read again.
	said = said === words ? `${words}\u00a0` : words;
	emit();
};

/** Renders the region that screen readers listen to. It is there from the start, as new regions are often missed. */
export const Announcer = () => (
	<VisuallyHidden role="status" data-said>
		{useSyncExternalStore(subscribe, () => said)}
	</VisuallyHidden>
);
