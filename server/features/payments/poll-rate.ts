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

/** A limit is one by the minute. */
const REST = 5;
const FASTER = 0.8;

/**
 * Keeps the rate: after a 429 it rests and goes on slowly, after silence it goes on slowly, and with every
 * answer it gets faster again.
 */
export const throttle = ({ fastMs, slowMs }: PollRate) => {
	let between = fastMs;
	return {
		/** How long from one question to the next. */
		between: () => between,
		/** Takes note of an answer and says how long to wait besides, in milliseconds. */
		after: (answer: 'answered' | 'limited' | 'silent') => {
			if (answer === 'answered') {
				between = Math.max(fastMs, between * FASTER);
				return 0;
			}
			between = slowMs;
			return answer === 'limited' ? slowMs * REST : slowMs;
		},
	};
};
