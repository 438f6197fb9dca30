import { notifications } from '@mantine/notifications';
import { inWords } from '../api/words.ts';

const close = { 'aria-label': 'Dismiss' };

/** Tells in passing that something was done. */
export const tell = (message: string) => {
	notifications.show({ message, color: 'brand', closeButtonProps: close, role: 'status' });
};

/** Tells in passing why something could not be done, where no form and no list can say it. */
export const tellFailure = (error: unknown, fallback: string) => {
	const { message, hint, requestId } = inWords(error, fallback);
	notifications.show({
		title: message,
		message: [hint, requestId && `Request id: ${requestId}`].filter(Boolean).join(' '),
		color: 'red',
		autoClose: 10_000,
		closeButtonProps: close,
		role: 'alert',
	});
};
