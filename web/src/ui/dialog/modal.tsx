import { onDemand } from '../loading/on-demand.tsx';

/**
 * A dialog whose code is fetched when the first one opens: no screen waits for it.
 * `prepareModal` fetches it when somebody reaches for what opens one.
 */
export const [Modal, prepareModal] = onDemand(() => import('./dialog.tsx'), 'Dialog');
