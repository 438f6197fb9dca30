import { formatMessageTime } from '#shared/east-africa-time.ts';
import type { MailSettings } from '../settings/identity.ts';

/** Sends plain e-mails, or does nothing without mail settings. */
export interface Mail {
	on: boolean;
	send: (email: { to: string; subject: string; text: string }) => void;
	close: () => Promise<void>;
}

const TIMEOUT_MS = 10_000;

/** Opens the mail server of the settings. */
export const openMail = (
	settings: MailSettings | undefined,
	onError: (error: unknown) => void,
): Mail => {
	if (!settings) return { on: false, send: () => {}, close: async () => {} };
	// Loaded only with mail settings, because it takes 3 MB of memory.
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

interface Reader {
	name: string;
	email: string;
}

/** Sends a link to its owner, if mail is set up. */
export const sendLink = (
	{ mail, productName }: { mail: Mail; productName: string },
	purpose: 'invitation' | 'reset',
	{ name, email }: Reader,
	{ url, expires_at }: { url: string; expires_at: string },
) => {
	const [subject, why] =
		purpose === 'invitation'
			? [`You are invited to ${productName}`, `you are invited to ${productName}.`]
			: [`A new password for ${productName}`, 'a new password was requested for your account.'];
	mail.send({
		to: email,
		subject,
		text: `Hello ${name},\n\n${why} Choose your password here:\n\n${url}\n\nThe link works once, until ${formatMessageTime(Date.parse(expires_at))} (East Africa Time). If you did not expect this e-mail, ignore it.\n`,
	});
};

/** Tells a person about a change of their ways to sign in, if mail is set up. */
export const sendNotice = (
	{ mail, productName }: { mail: Mail; productName: string },
	{ name, email }: Reader,
	change: string,
) =>
	mail.send({
		to: email,
		subject: `A change to your account at ${productName}`,
		text: `Hello ${name},\n\n${change}\n\nIf this was not you, tell an administrator at once.\n`,
	});
