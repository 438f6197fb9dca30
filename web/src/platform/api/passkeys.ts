import { ApiError } from './api-error.ts';
import { fetchCall } from './calls.ts';

/** An IPv4 or IPv6 address, to which no passkey can belong. */
const IP = /^(\d+\.){3}\d+$|^\[/;

/** Returns whether passkeys work here: in a browser that has them, on https or localhost. */
export const canUsePasskeys = () =>
	window.isSecureContext &&
	'PublicKeyCredential' in window &&
	'parseRequestOptionsFromJSON' in PublicKeyCredential &&
	!IP.test(location.hostname);

/** The request that waits for the person: a browser answers one at a time. */
let waiting: AbortController | undefined;

const startWaiting = () => {
	waiting?.abort();
	waiting = new AbortController();
	return waiting.signal;
};

const toFailure = (cause: unknown) => {
	if (!(cause instanceof DOMException)) return cause;
	const message =
		cause.name === 'InvalidStateError'
			? 'This device already has a passkey for your account.'
			: 'The passkey was not used. Try again, or use another way.';
	return new ApiError({ kind: 'refused', message, cause });
};

/** Converts a passkey to what the server passes on to its library. */
const toWire = (credential: Credential | null) =>
	(credential as PublicKeyCredential).toJSON() as unknown as {
		[name: string]: unknown;
		id: string;
	};

const getCredential = async (mediation?: 'conditional') => {
	const options = await fetchCall('POST /auth/passkey/options', { forAnyone: true });
	const found = await navigator.credentials
		.get({
			publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
			signal: startWaiting(),
			...(mediation && { mediation }),
		})
		.catch((error) => {
			throw toFailure(error);
		});
	return toWire(found);
};

interface PasskeySignIn {
	/** Signs in this person only. */
	email?: string | undefined;
	trusted: boolean;
}

const sendSignIn = async (response: ReturnType<typeof toWire>, { email, trusted }: PasskeySignIn) =>
	fetchCall('POST /auth/passkey', {
		body: { response, trusted, ...(email && { email }) },
		forAnyone: true,
	});

/** Signs in with a passkey that the person chooses. Throws `ApiError`. */
export const signInWithPasskey = async (options: PasskeySignIn) =>
	sendSignIn(await getCredential(), options);

/** Less than the life of a challenge. */
const RENEW_MS = 4 * 60_000;

/**
 * Offers passkeys in the e-mail field, until the returned function is called. Calls `onDone` after a sign-in; a browser
 * without this offer, or a person who ignores it, changes nothing.
 */
export const offerPasskeys = (read: () => PasskeySignIn, onDone: () => void) => {
	let ended = false;
	const offer = async () => {
		if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()))
			return;
		if (ended) return;
		await sendSignIn(await getCredential('conditional'), read());
		if (!ended) onDone();
	};
	const start = () => void offer().catch(() => {});
	start();
	const timer = setInterval(start, RENEW_MS);
	return () => {
		ended = true;
		clearInterval(timer);
		waiting?.abort();
	};
};

/** Confirms with a passkey that it is still the signed-in person. Throws `ApiError`. */
export const confirmWithPasskey = async () =>
	fetchCall('POST /account/confirm/passkey', {
		body: { response: await getCredential() },
		forAnyone: true,
	});

/** Makes a passkey on this device and adds it to the account. Throws `ApiError`. */
export const addPasskey = async (name: string) => {
	const options = await fetchCall('POST /account/passkeys/options');
	const made = await navigator.credentials
		.create({
			publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
			signal: startWaiting(),
		})
		.catch((error) => {
			throw toFailure(error);
		});
	return fetchCall('POST /account/passkeys', { body: { name, response: toWire(made) } });
};
