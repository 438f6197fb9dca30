import type { Readable } from 'node:stream';

/** A file with random access. */
export interface ByteSource {
	readonly size: number;
	read: (position: number, length: number) => Promise<Buffer>;
}

/** Content that is complete and synced on a disk, but not yet in the store. */
export interface StagedFile extends ByteSource {
	readonly sha256: string;
	/** Puts the content into the store durably. Rejects with `files_unavailable` if a remote store does not accept it. */
	place: () => Promise<void>;
	/** Ends the staging and deletes the staged file. Placed content stays in the store. */
	discard: () => Promise<void>;
}

/** A range of bytes in a file, both ends included, as in HTTP. */
export interface ByteRange {
	start: number;
	end: number;
}

/** A content in the listing of a store. */
export interface StoredFile {
	sha256: string;
	size: number;
	storedAt: Date;
}

/** State of a store: `away` if another machine does not answer, `gone` if our own disk is missing. */
export type StoreState = 'ok' | 'unreachable' | 'missing';

export interface LinkHeaders {
	type: string;
	disposition: string;
	/** Lets caches keep the content, and gives the link a fixed time; by default it works for five minutes. */
	shared?: { from: Date; seconds: number; caching: string };
}

/** Stores contents by their SHA-256. Contents never change, so reads need no lock. */
export interface FileStore {
	/**
	 * Receives a stream. Rejects with `too_large`, `storage_full` or the stream's error. The caller discards the result.
	 */
	receive: (content: AsyncIterable<Uint8Array>, maxBytes: number) => Promise<StagedFile>;
	/**
	 * Opens a content or a part of it; undefined if it is missing. Rejects with `files_unavailable` or `files_failed`.
	 */
	open: (sha256: string, range?: ByteRange) => Promise<Readable | undefined>;
	has: (sha256: string) => Promise<boolean>;
	remove: (sha256: string) => Promise<void>;
	list: () => AsyncIterable<StoredFile>;
	/** Signs a link to a content that is valid for a few minutes, if the store supports it. */
	signedLink?: (sha256: string, as: LinkHeaders) => Promise<string>;
	state: () => Promise<StoreState>;
	tidy: () => Promise<void>;
}
