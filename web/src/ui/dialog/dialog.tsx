import { Modal } from './modal.tsx';

export const Dialog = Modal;
