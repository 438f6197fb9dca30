import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TreeFile } from '../../content/resources/course-tree.ts';
import { linkHeaders } from '../../platform/api/send-file.ts';
import { AppError } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files/store.ts';

const WINDOW_MS = 10 * 60_000;
const LIFETIME_MS = 2 * WINDOW_MS;

/** Seconds for which caches may keep a content, at most. */
const SHARED_S = WINDOW_MS / 1_000;

interface Options {
	files: FileStore;
	secret: string;
	/** The address of the site. */
	publicUrl: () => string;
	/** Our clock, in milliseconds. */
	now: () => number;
}

/**
 * Opens the links of learners: signed addresses that need no header. A link is the same for all callers within ten
 * minutes, so that caches can share its content, and works for 10 to 20 minutes.
 */
export const openLinks = ({ files, secret, publicUrl, now }: Options) => {
	const sign = (path: string, until: string) =>
		createHmac('sha256', secret).update(`link ${path} ${until}`).digest('base64url');

	/** Makes the link of a file, of our own or of the object store. */
	const make = async (file: TreeFile) => {
		const from = new Date(Math.floor(now() / WINDOW_MS) * WINDOW_MS);
		const until = new Date(from.getTime() + LIFETIME_MS).toISOString();
		const shared = { from, seconds: LIFETIME_MS / 1_000, caching: `public, max-age=${SHARED_S}` };
		const elsewhere = await files.signedLink?.(file.sha256, { ...linkHeaders(file), shared });
		if (elsewhere) return { url: elsewhere, until };
		const path = `/files/${file.key}.${file.ext}`;
		const query = new URLSearchParams({ until, signature: sign(path, until) });
		return { url: `${publicUrl()}/api/v1/content${path}?${query}`, until };
	};

	/** Checks a link. Returns the seconds for which caches may keep its content. Fails with 403. */
	const check = (path: string, { until, signature }: { until: string; signature: string }) => {
		const [given, ours] = [Buffer.from(signature), Buffer.from(sign(path, until))];
		if (given.length !== ours.length || !timingSafeEqual(given, ours))
			throw new AppError('forbidden', 'This link is not valid.');
		const left = Math.floor((Date.parse(until) - now()) / 1_000);
		if (left <= 0) throw new AppError('link_expired');
		return Math.min(SHARED_S, left);
	};

	return { make, check };
};
