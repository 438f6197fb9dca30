import { AppError } from '../../errors.ts';

/** How long a sender has before its pace counts, and the pace that it then must have kept. */
export interface Pace {
	graceMs: number;
	bytesPerSecond: number;
}

const within = async <T>(promise: Promise<T>, ms: number): Promise<T> => {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(
			reject,
			ms,
			new AppError('timeout', undefined, { headers: { connection: 'close' } }),
		);
	});
	try {
		return await Promise.race([promise, late]);
	} finally {
		clearTimeout(timer);
	}
};

/**
 * The same chunks, as long as they come fast enough; otherwise `timeout`. Without it a few hundred
 * senders of a byte a minute hold a connection and a file each for as long as they like.
 */
export async function* paced(
	chunks: AsyncIterator<Buffer>,
	{ graceMs, bytesPerSecond }: Pace,
): AsyncGenerator<Buffer> {
	const started = performance.now();
	let received = 0;
	for (;;) {
		const allowed = Math.max(graceMs, (received / bytesPerSecond) * 1000);
		const next = await within(chunks.next(), started + allowed - performance.now());
		if (next.done) return;
		received += next.value.length;
		yield next.value;
	}
}
