import type { FileLink } from '#shared/contract/learners/learners.ts';

const TRIES = 20;
const PAUSE_MS = 1_000;

/** The parts of a file that have arrived. */
interface Received {
	parts: Uint8Array<ArrayBuffer>[];
	size: number;
	etag: string | null;
}

const start = (): Received => ({ parts: [], size: 0, etag: null });

/** Receives what is still missing, until the connection breaks or the link has ended. */
const receive = async (url: string, so: Received, onProgress: (received: number) => void) => {
	const known: Record<string, string> =
		so.size > 0 && so.etag !== null ? { range: `bytes=${so.size}-`, 'if-range': so.etag } : {};
	const answer = await fetch(url, { headers: known });
	// 403 `link_expired`: the next link continues.
	if (!answer.ok || !answer.body) return;
	// Status 200 is the whole file: this is the first part, or the content has changed since.
	if (answer.status === 200) Object.assign(so, start());
	so.etag = answer.headers.get('etag');
	const reader = answer.body.getReader();
	for (let next = await reader.read(); !next.done; next = await reader.read()) {
		so.parts.push(next.value);
		so.size += next.value.length;
		onProgress(so.size);
	}
};

/** Returns the SHA-256 of a content; undefined without HTTPS, where browsers do not compute it. */
const hash = async (content: Blob) => {
	if (!crypto.subtle) return undefined;
	const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
	return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Downloads a file in as many parts as the connection needs. After a break or the end of a link, it gets a new link and
 * continues where it stopped. Fails if the content does not match its `sha256`.
 */
export const download = async (
	getLink: () => Promise<FileLink>,
	onProgress: (received: number) => void = () => {},
	pauseMs = PAUSE_MS,
): Promise<Blob> => {
	let received = start();
	for (let tries = 0; tries < TRIES; tries++) {
		const { url, size, sha256, type } = await getLink();
		const before = received.size;
		// A broken connection is not an error: the next link continues.
		await receive(url, received, onProgress).catch(() => {});
		if (received.size > before) tries = 0;
		if (received.size === size) {
			const content = new Blob(received.parts, { type: type ?? '' });
			const found = await hash(content);
			if (found === undefined || found === sha256) return content;
			received = start();
		}
		await new Promise((done) => setTimeout(done, pauseMs));
	}
	throw new Error('The download failed. Try again with a better connection.');
};
