import type { ModalProps } from '@mantine/core';
import { onDemand } from './on-demand.tsx';

/**
 * Mantine's dialog, whose code is fetched when the first one opens: no screen waits for it.
 * `prepareModal` fetches it when somebody reaches for what opens one.
 */
export const [Modal, prepareModal] = onDemand<ModalProps>(
	'dialog',
	async () => (await import('./mantine-modal.tsx')).MantineModal,
);
