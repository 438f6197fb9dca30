import type { Readable } from 'node:stream';

/** A file that can be read in any order. */
export interface ByteSource {
	readonly size: number;
	/** Reads the bytes from `position` on; fewer than `length` only at the end. */
	read: (position: number, length: number) => Promise<Buffer>;
}

/** Content that has arrived whole and is safe on a disk, but is not yet in the store. */
export interface StagedFile extends ByteSource {
	/** Of the content, in hex. */
	readonly sha256: string;
	/**
	 * Puts the content into the store; once it resolves, no crash loses it. May be called again, and
	 * then puts it back if it was removed meanwhile. Rejects with `files_unavailable` when the store is
	 * not on this machine and does not take it.
	 */
	place: () => Promise<void>;
	/** Ends the staging. What was placed stays; what was not is gone. */
	discard: () => Promise<void>;
}

/** Bytes of a file by their positions, both included, as in HTTP. */
export interface ByteRange {
	start: number;
	end: number;
}

/** One content as the store lists it. */
export interface StoredFile {
	sha256: string;
	size: number;
	storedAt: Date;
}

/** Whether a store works: `away` when another machine does not answer, `gone` when our own disk is. */
export type StoreState = 'ok' | 'away' | 'gone';

/** How a store is to hand out a content by itself. */
export interface LinkHeaders {
	type: string;
	/** The header `Content-Disposition`. */
	disposition: string;
}

/**
 * Keeps contents, each under its own SHA-256 and so only once. Who uploaded what under which name is
 * not its business: that stands in the table `files`. Contents never change, so reads need no lock;
 * whoever removes one makes sure that nobody refers to it.
 */
export interface FileStore {
	/**
	 * Takes in a stream without ever holding it in memory. Rejects with `too_large` before more than
	 * `maxBytes` are kept, with `storage_full` while there is still room for the database, and with
	 * the stream's own error; then nothing of it is left. The caller discards what it gets.
	 */
	receive: (content: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<StagedFile>;
	/**
	 * The content, or a part of it; undefined when it is not here. The caller ends the stream. Where
	 * the store is not on this machine: `files_unavailable` while it does not answer, `files_failed`
	 * when it refuses.
	 */
	open: (sha256: string, range?: ByteRange) => Promise<Readable | undefined>;
	has: (sha256: string) => Promise<boolean>;
	/** Removes a content; nothing happens when it is not here. */
	remove: (sha256: string) => Promise<void>;
	list: () => AsyncIterable<StoredFile>;
	/**
	 * A link by which anyone gets the content from the store itself, for a few minutes. Only where the
	 * store can do that and is meant to.
	 */
	signedLink?: (sha256: string, as: LinkHeaders) => Promise<string>;
	/** Whether it works just now; never rejects. */
	state: () => Promise<StoreState>;
	/** Clears away what uploads left that a crash or a power cut ended. */
	tidy: () => Promise<void>;
}
