/** How far an upload has come. */
export interface UploadProgress {
	/** `reading` before anything is sent; `waiting` for the line, after which it goes on by itself. */
	step: 'reading' | 'sending' | 'waiting';
	/** Bytes; what had arrived before, in another session perhaps, is among them. */
	sent: number;
	/** How long it will take at the pace of the line; undefined while that is not known. */
	secondsLeft?: number | undefined;
	/** While it waits: the device says that it has no network at all. */
	offline?: boolean;
}

/** Thrown when the person ended the upload: nothing went wrong. */
export class UploadCancelled extends Error {
	override readonly name = 'UploadCancelled';
	readonly kept: boolean;

	constructor(kept: boolean) {
		super();
		this.kept = kept;
	}
}
