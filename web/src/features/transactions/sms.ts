/** Parts of a pasted M-Pesa SMS other than the receipt. */
export interface Sms {
	/** The recipient of the payment: 'NAIVAS'. */
	recipient?: string | undefined;
	/** Whether it is about Fuliza, M-Pesa's overdraft. */
	isFuliza?: boolean;
}

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** The SMS of the search; the URL has only its receipt. */
		sms?: Sms | undefined;
	}
}

const RECIPIENT =
	/(?:sent|paid) to (?<en>.+?)(?: for account .*?)?\.? on \d|(?:imetumwa|zimetumwa|imelipwa|zimelipwa) kwa (?<sw>.+?)(?: kwa akaunti .*?)?\.? (?:tarehe|siku|mnamo) \d/i;

/** Reads the recipient and the word Fuliza in a pasted SMS; undefined if it has neither. */
export const readSms = (text: string): Sms | undefined => {
	const { en, sw } = RECIPIENT.exec(text.replace(/\s+/g, ' '))?.groups ?? {};
	// A phone number follows the name of a person.
	const recipient = (en ?? sw)?.replace(/\s+\+?\d{9,12}$/, '').trim();
	const isFuliza = /fuliza/i.test(text);
	return recipient || isFuliza ? { recipient, isFuliza } : undefined;
};
