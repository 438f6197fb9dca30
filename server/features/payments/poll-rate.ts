/** How far apart questions to M-Pesa are, in milliseconds: at best, and where nothing is due or it resists. */
export interface PollRate {
	fastMs: number;
	slowMs: number;
}

/** Five a minute: above it Safaricom's sandbox answers 429 (integrators' reports). */
const SANDBOX_MS = 12_500;

/**
 * The rate for a host. For production no limit is documented: one a second, which has 300 lost callbacks
 * answered in about six minutes, and slower as soon as it answers 429.
 */
export const pollRateOf = (baseUrl: string): PollRate => ({
	fastMs: new URL(baseUrl).hostname.startsWith('sandbox.') ? SANDBOX_MS : 1_000,
	slowMs: SANDBOX_MS,
});

/** A rest is so many slow waits: a limit is one by the minute. */
export const REST = 5;
const FASTER = 0.8;

/**
 * How long to wait after each answer, in milliseconds: after a 429 it is a rest, and slow from then on; after silence
 * slow; and with every answer faster again.
 */
export const waitsOf = ({ fastMs, slowMs }: PollRate) => {
	let between = fastMs;
	return (answer: 'answered' | 'limited' | 'silent' | 'idle') => {
		if (answer === 'idle') return slowMs;
		between = answer === 'answered' ? Math.max(fastMs, between * FASTER) : slowMs;
		return answer === 'limited' ? slowMs * REST : between;
	};
};
