import { ADMIN, CONSOLE, type Credentials } from './e2e/people.ts';

/** Signs somebody in, the administrator of `WITH_ADMIN` unless named; what programs that play a browser send along. */
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
	const cookie = answer.headers
		.getSetCookie()
		.map((line) => line.split(';')[0])
		.join('; ');
	return { ...CONSOLE, cookie };
};
