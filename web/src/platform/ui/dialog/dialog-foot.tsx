import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** Renders the buttons of a dialog in one line, which stays in sight in a dialog that is higher than the window. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
	<Group justify="flex-end" gap="xs" mt="xs" className="dialog-foot">
		{children}
	</Group>
);
