import { Modal, type ModalProps } from '@mantine/core';

/** Mantine's dialog in a file by itself, so that it can be fetched by itself (`modal.tsx`). */
export const MantineModal = (props: ModalProps) => <Modal {...props} />;
