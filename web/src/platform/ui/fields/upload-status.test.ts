import { expect, it } from 'vitest';
import { formatProgress, formatTimeLeft } from './upload-status.tsx';

it.each([
	[0, 'about 5 s left'],
	[41, 'about 45 s left'],
	[59, 'about 60 s left'],
	[89, 'about 1 min left'],
	[240, 'about 4 min left'],
	[5400, 'about 1.5 h left'],
])('formats %d seconds as %s', (seconds, words) => {
	expect(formatTimeLeft(seconds)).toBe(words);
});

it('names no time left once all is sent', () => {
	const progress = { step: 'sending', sent: 2_000, secondsLeft: 0 } as const;
	expect(formatProgress(progress, 2_000)).toBe('2 KB of 2 KB');
	expect(formatProgress({ ...progress, sent: 1_000 }, 2_000)).toMatch(/ left$/);
});
