import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { Role } from '#shared/contract/access.ts';
import { codeOf } from '../../server/features/sign-in/fixtures/totp.ts';

/** Who somebody is to the sign-in. */
export interface Credentials {
	email: string;
	password: string;
}

/** The administrator with whom the tests' sites start. */
export const ADMIN: Credentials = {
	email: 'admin@example.org',
	password: 'seven plumb lines under the bridge',
};

/** The settings of a site that has that administrator. */
export const WITH_ADMIN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };

/** A browser in which nobody is signed in: `browser.newContext({ storageState: NOBODY })`. */
export const NOBODY = { cookies: [], origins: [] };

/** What the console sends along with calls that change something. */
export const CONSOLE = { 'x-requested-with': 'console' };

const read = async (answer: APIResponse) => {
	if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
	return (await answer.json()).data;
};

/** Signs in a context of calls at a site, the cookies of a page's context included. */
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

/** Invites somebody of a role and accepts for them; `api` is an administrator's, at its own site or at another. */
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
	// Not by `api`: accepting signs in whoever accepts.
	const answer = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...CONSOLE },
		body: JSON.stringify({ token, password }),
	});
	if (!answer.ok) throw new Error(`The invitation could not be accepted: ${await answer.text()}`);
	return { ...who, id: made.person.id as string };
};

/** Fills in and sends the form of the sign-in page, or of the dialog over a page. */
export const fillSignIn = async (page: Page, { email, password }: Credentials) => {
	const field = page.getByRole('textbox', { name: 'E-mail' });
	if (await field.isEditable()) await field.fill(email);
	await page.getByRole('textbox', { name: 'Password' }).fill(password);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** What an authenticator app shows for a setup key, now or some half minutes later. */
export const oneTimeCode = (setupKey: string, steps = 0) =>
	codeOf(`otpauth://totp/tests?secret=${setupKey.replaceAll(' ', '')}`, steps);
