import type { NotificationData } from '@mantine/notifications';
import { inWords } from '../api/words.ts';
import { setTold } from './told.ts';

const show = async (notice: NotificationData) => {
	setTold();
	const notices = await import('./notices.tsx');
	notices.show(notice);
};

/** Tells in passing why something could not be done, where no form and no list can say it. */
export const tellFailure = (error: unknown, fallback: string) => {
	const { message, hint, requestId } = inWords(error, fallback);
	void show({
		title: message,
		message: [hint, requestId && `Request id: ${requestId}`].filter(Boolean).join(' '),
		color: 'red',
		autoClose: 10_000,
		role: 'alert',
	});
};
