import type { MailSettings } from '../settings/identity.ts';

/** Sends plain e-mails, or does not: without settings there is nobody to send them. */
export interface Mail {
	on: boolean;
	/** Hands an e-mail over in the background; what goes wrong is told to whoever opened this. */
	send: (email: { to: string; subject: string; text: string }) => void;
	close: () => Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** Opens the way to the mail server of the settings. */
export const openMail = (
	settings: MailSettings | undefined,
	onError: (error: unknown) => void,
): Mail => {
	if (!settings) return { on: false, send: () => {}, close: async () => {} };
	// Loaded where there is a mail server only: it is 3 MB of the memory of those that have none.
	const opened = import('nodemailer').then(({ createTransport }) =>
		createTransport({
			url: settings.url,
			connectionTimeout: TIMEOUT_MS,
			greetingTimeout: TIMEOUT_MS,
			socketTimeout: TIMEOUT_MS,
			disableFileAccess: true,
			disableUrlAccess: true,
		}),
	);
	const under = new Set<Promise<unknown>>();
	return {
		on: true,
		send: ({ to, subject, text }) => {
			const sending: Promise<unknown> = opened
				.then((transport) =>
					transport.sendMail({ from: settings.from, to: { name: '', address: to }, subject, text }),
				)
				.catch(onError)
				.finally(() => under.delete(sending));
			under.add(sending);
		},
		close: async () => {
			await Promise.all(under);
			(await opened).close();
		},
	};
};
