/** A token and how long it lives, in milliseconds from when it was asked for. */
export interface FreshToken {
	token: string;
	lifetimeMs: number;
}

const EARLY_MS = 60_000;

/**
 * Keeps the one token that everybody uses: a new one would end the one before, so it is asked for
 * once however many wait for it, a minute before its end, and again when `used` was refused.
 */
export const tokenKeeper = (ask: () => Promise<FreshToken>, now: () => number = Date.now) => {
	let kept: { token: string; until: number } | undefined;
	let asking: Promise<string> | undefined;

	const renew = async () => {
		const askedAt = now();
		const { token, lifetimeMs } = await ask();
		kept = { token, until: askedAt + Math.max(lifetimeMs - EARLY_MS, lifetimeMs / 2) };
		return token;
	};

	return {
		/** A token that should work; a new one where `refused` is still the one that is kept. */
		get: (refused?: string): Promise<string> => {
			if (kept && kept.token !== refused && kept.until > now()) return Promise.resolve(kept.token);
			asking ??= renew().finally(() => {
				asking = undefined;
			});
			return asking;
		},
	};
};
