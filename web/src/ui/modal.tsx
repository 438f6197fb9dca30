import type { DialogProps } from './dialog.tsx';
import { onDemand } from './on-demand.tsx';

/**
 * A dialog whose code is fetched when the first one opens: no screen waits for it.
 * `prepareModal` fetches it when somebody reaches for what opens one.
 */
export const [Modal, prepareModal] = onDemand<DialogProps>(
	'dialog',
	async () => (await import('./dialog.tsx')).Dialog,
);
