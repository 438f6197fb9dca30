import { newPassword } from '#shared/contract/platform/passwords.ts';
import { email } from '#shared/contract/platform/people.ts';
import { ConfigError, type Env, LOOPBACK, readFlag, readText } from './env.ts';

export interface MailSettings {
	/** `smtp://user:password@host:587`. */
	url: string;
	from: string;
}

export interface FirstAdmin {
	email: string;
	password: string;
}

/** The identity provider that people sign in with (OpenID Connect). */
export interface OidcSettings {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** The word on the button, such as Google. */
	name: string;
	/** Whether it replaces the sign-in with a password. */
	only: boolean;
	/** Whether it counts as both factors. */
	trusted: boolean;
}

const SECRET_MIN = 32;
const SECRET_VARIETY = 10;
const WEAK = /change.?me|password|secret|example|default|ufundi|123456|abcdef|qwerty/i;

/** Reads SECRET; throws for a secret that could be guessed. */
export const readSecret = (env: Env) => {
	const value = readText(env, 'SECRET');
	if (value === undefined) return undefined;
	if (value.length < SECRET_MIN || new Set(value).size < SECRET_VARIETY || WEAK.test(value))
		throw new ConfigError(
			`SECRET must be at least ${SECRET_MIN} random characters, such as openssl rand -hex 32 prints.`,
		);
	return value;
};

/** Reads ADMIN_EMAIL and ADMIN_PASSWORD. */
export const readFirstAdmin = (env: Env): FirstAdmin | undefined => {
	const [address, password] = [readText(env, 'ADMIN_EMAIL'), env.ADMIN_PASSWORD || undefined];
	if (address === undefined && password === undefined) return undefined;
	if (address === undefined) throw new ConfigError('ADMIN_PASSWORD needs ADMIN_EMAIL beside it.');
	if (password === undefined) throw new ConfigError('ADMIN_EMAIL needs ADMIN_PASSWORD beside it.');
	const [readEmail, readPassword] = [
		email().safeParse(address),
		newPassword('ADMIN_PASSWORD').safeParse(password),
	];
	if (!readEmail.success)
		throw new ConfigError('ADMIN_EMAIL must be an e-mail address such as jane@example.org.');
	if (!readPassword.success) throw new ConfigError(`${readPassword.error.issues[0]?.message}.`);
	return { email: readEmail.data, password: readPassword.data };
};

/** Reads SMTP_URL and MAIL_FROM, which require each other. */
export const readMail = (env: Env): MailSettings | undefined => {
	const [url, from] = [readText(env, 'SMTP_URL'), readText(env, 'MAIL_FROM')];
	if (from !== undefined && !/^([^<>\r\n]+ )?<?[^\s@<>]+@[^\s@<>]+>?$/.test(from))
		throw new ConfigError('MAIL_FROM must be an e-mail address such as console@example.org.');
	if (url === undefined) return undefined;
	const parsed = URL.parse(url);
	if (!parsed || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '')
		throw new ConfigError(
			'SMTP_URL must be an address such as smtp://user:password@mail.example.org:587.',
		);
	if (from === undefined)
		throw new ConfigError('SMTP_URL needs MAIL_FROM, the address that e-mails come from.');
	return { url, from };
};

const isIssuer = (value: string) => {
	const url = URL.parse(value);
	if (!url || url.search || url.hash || url.username) return false;
	return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
};

/** Reads OIDC_ISSUER and the settings that require it. */
export const readOidc = (env: Env): OidcSettings | undefined => {
	const issuer = readText(env, 'OIDC_ISSUER');
	const [clientId, clientSecret] = [
		readText(env, 'OIDC_CLIENT_ID'),
		readText(env, 'OIDC_CLIENT_SECRET'),
	];
	const only = readFlag(env, 'OIDC_ONLY');
	const factor = readText(env, 'OIDC_SECOND_FACTOR');
	if (factor !== undefined && factor !== 'ask' && factor !== 'trusted')
		throw new ConfigError(`OIDC_SECOND_FACTOR must be ask or trusted, not "${factor}".`);
	if (issuer === undefined) {
		const given = { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_ONLY: only };
		const lone = Object.entries(given).find(([, value]) => value);
		if (lone) throw new ConfigError(`${lone[0]} needs OIDC_ISSUER, the address of the provider.`);
		return undefined;
	}
	if (!isIssuer(issuer))
		throw new ConfigError(
			'OIDC_ISSUER must be an address such as https://accounts.google.com, with https.',
		);
	if (clientId === undefined || clientSecret === undefined)
		throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.');
	const name = readText(env, 'OIDC_NAME') ?? new URL(issuer).hostname;
	return { issuer, clientId, clientSecret, name, only, trusted: factor === 'trusted' };
};

/** Reads RATE_LIMITS. `off` is allowed only on a loopback host. */
export const readRateLimits = (env: Env, host: string) => {
	const value = readText(env, 'RATE_LIMITS') ?? 'on';
	if (value !== 'on' && value !== 'off')
		throw new ConfigError(`RATE_LIMITS must be on or off, not "${value}".`);
	if (value === 'off' && !LOOPBACK.has(host))
		throw new ConfigError('RATE_LIMITS may be off only where HOST is 127.0.0.1, ::1 or localhost.');
	return value === 'on';
};
