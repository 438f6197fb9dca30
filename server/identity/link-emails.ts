import type { Identity } from './identity.ts';

interface Reader {
	name: string;
	email: string;
}

/** Sends a link to whom it is for, where mail is set up. */
export const sendLink = (
	{ mail, productName }: Identity,
	purpose: 'invitation' | 'reset',
	{ name, email }: Reader,
	{ url, expires_at }: { url: string; expires_at: string },
) => {
	const until = new Intl.DateTimeFormat('en-KE', {
		dateStyle: 'full',
		timeStyle: 'short',
		timeZone: 'Africa/Nairobi',
	}).format(new Date(expires_at));
	const [subject, why] =
		purpose === 'invitation'
			? [`You are invited to ${productName}`, `you are invited to ${productName}.`]
			: [`A new password for ${productName}`, `somebody asked for a new password for you.`];
	mail.send({
		to: email,
		subject,
		text: `Hello ${name},\n\n${why} Choose your password here:\n\n${url}\n\nThe link works once, until ${until} (East Africa Time). If you did not expect it, do nothing.\n`,
	});
};
