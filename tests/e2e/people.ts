import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { Role } from '#shared/contract/platform/access.ts';
import { codeOf } from '../../server/platform/sign-in/fixtures/totp.ts';

/** Credentials of a person. */
export interface Credentials {
	email: string;
	password: string;
}

/** The administrator of the test sites. */
export const ADMIN: Credentials = {
	email: 'admin@example.org',
	password: 'seven plumb lines under the bridge',
};

/** Environment of a site with that administrator. */
export const WITH_ADMIN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

/** Headers of the console's write requests. */
export const CONSOLE = { 'x-requested-with': 'console' };

/** Signs a person in without a browser; resolves to the headers of their later requests. */
export const signIn = async (
	url: string,
	who: Credentials = ADMIN,
): Promise<Record<string, string>> => {
	const answer = await fetch(`${url}/api/auth/sign-in/email`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ ...who, rememberMe: true }),
	});
	if (!answer.ok) throw new Error(`${who.email} cannot sign in: ${answer.status}`);
	const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
	return { ...CONSOLE, cookie: cookies.join('; ') };
};

/** Storage state of a signed-out browser: `browser.newContext({ storageState: SIGNED_OUT })`. */
export const SIGNED_OUT = { cookies: [], origins: [] };

const read = async (answer: APIResponse) => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
	return (await answer.json()).data;
};

/** Signs in a request context; also sets the cookies of its page context. */
export const signInTo = async (url: string, api: APIRequestContext, who: Credentials = ADMIN) => {
	await api
		.post(`${url}/api/auth/sign-in/email`, {
			data: { ...who, rememberMe: false },
			headers: CONSOLE,
		})
		.then((answer) => {
			if (!answer.ok()) throw new Error(`${who.email} cannot sign in: ${answer.status()}`);
		});
};

let people = 0;

/** Creates a person with a role by invitation; `api` is the request context of an administrator. */
export const makePerson = async (api: APIRequestContext, role: Role, site = '') => {
	const number = ++people;
	const who = {
		name: `${role} ${number}`,
		email: `${role}.${process.pid}.${number}@example.org`,
		password: `a bench vice and ${number} long files`,
	};
	const { name, email, password } = who;
	const made = await read(await api.post(`${site}/api/people`, { data: { name, email, role } }));
	const token = new URL(made.link.url).hash.slice(1);
	const url = new URL('/api/links/use', made.link.url).href;
	// Not with `api`: accepting an invitation signs the client in.
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...CONSOLE },
		body: JSON.stringify({ token, password }),
	});
	if (!answer.ok) throw new Error(`The invitation could not be accepted: ${await answer.text()}`);
	return { ...who, id: made.person.id as string };
};

/** Submits the sign-in form of the page or of the dialog. */
export const fillSignIn = async (page: Page, { email, password }: Credentials) => {
	const field = page.getByRole('textbox', { name: 'E-mail' });
	if (await field.isEditable()) await field.fill(email);
	await page.getByRole('textbox', { name: 'Password' }).fill(password);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Returns the TOTP code for a setup key, `steps` periods of 30 seconds from now. */
export const oneTimeCode = (setupKey: string, steps = 0) =>
	codeOf(`otpauth://totp/tests?secret=${setupKey.replaceAll(' ', '')}`, steps);
