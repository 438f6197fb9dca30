import type { Readable } from 'node:stream';

/** A file that can be read in any order. */
export interface ByteSource {
	readonly size: number;
	read: (position: number, length: number) => Promise<Buffer>;
}

/** Content that has arrived whole and is safe on a disk, but is not yet in the store. */
export interface StagedFile extends ByteSource {
	readonly sha256: string;
	/** Puts the content into the store durably. Rejects with `files_unavailable` when a remote store does not take it. */
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

export interface LinkHeaders {
	type: string;
	disposition: string;
}

/** Stores contents by their SHA-256. Contents never change, so reads need no lock. */
export interface FileStore {
	/** Receives a stream. Rejects with `too_large`, `storage_full` or the stream's error. The caller discards the result. */
	receive: (content: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<StagedFile>;
	/** Opens a content or a part of it; undefined when it is missing. Rejects with `files_unavailable` or `files_failed`. */
	open: (sha256: string, range?: ByteRange) => Promise<Readable | undefined>;
	has: (sha256: string) => Promise<boolean>;
	remove: (sha256: string) => Promise<void>;
	list: () => AsyncIterable<StoredFile>;
	/** Signs a link to a content that works for a few minutes, where the store can. */
	signedLink?: (sha256: string, as: LinkHeaders) => Promise<string>;
	state: () => Promise<StoreState>;
	tidy: () => Promise<void>;
}
