import { inWords } from '../api/words.ts';
import { addNotice } from './told.ts';

/** Tells in passing why something could not be done, where no form and no list can say it. */
export const tellFailure = (error: unknown, fallback: string) => {
	const { message, hint, requestId } = inWords(error, fallback);
	addNotice({
		title: message,
		message: [hint, requestId && `Request id: ${requestId}`].filter(Boolean).join(' '),
	});
};
