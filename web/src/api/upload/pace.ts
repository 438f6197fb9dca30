import type { UploadProgress } from './upload-progress.ts';

/** What is smaller says more about the way there and back than about the line. */
const TELLING_BYTES = 64 * 1024;

/** What the line has carried lately, whatever was sent, and in how long; what was before counts less and less. */
const carried = { bytes: 0, ms: 0 };
/** Bytes in a millisecond; undefined until something was sent. */
let pace: number | undefined;

/** How many bytes the line carries in so long, as far as that is known. */
export const bytesIn = (ms: number) => pace && Math.ceil(pace * ms);

/** Takes note of how long something took to arrive. */
export const learnPace = (bytes: number, ms: number) => {
	if (bytes < TELLING_BYTES) return;
	carried.bytes = carried.bytes * 0.6 + bytes;
	carried.ms = carried.ms * 0.6 + ms;
	pace = carried.bytes / Math.max(1, carried.ms);
};

/** Who sends a file: hears how far it is, and may end it or have it tried at once. */
export interface Sender {
	tell: (progress: UploadProgress) => void;
	signal: AbortSignal;
	waiting: EventTarget;
}

/** Tells how far it is: what has arrived, and what has left of that which is on its way. */
export const progressOf = (size: number, tell: Sender['tell']) => {
	let sent = 0;
	return {
		at: (bytes: number) => {
			sent = Math.min(bytes, size);
			const secondsLeft = pace && (size - sent) / pace / 1_000;
			tell({ step: 'sending', sent, secondsLeft });
		},
		wait: (offline: boolean) => tell({ step: 'waiting', sent, offline }),
	};
};

export type Progress = ReturnType<typeof progressOf>;
