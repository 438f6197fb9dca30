import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { paperExtensions } from '#shared/contract/content/files.ts';
import type { IntakeRow } from '#shared/contract/papers/intake.ts';
import { type Attempt, createAttempt, createKey } from '../../platform/api/attempt.ts';
import { createChanges } from '../../platform/api/changes.ts';
import { describeError, type ErrorMessage } from '../../platform/api/error-message.ts';
import { readStored, writeStored } from '../../platform/api/stored.ts';
import { retry, type WaitCause } from '../../platform/api/upload/retry.ts';
import {
	type Upload,
	UploadCancelled,
	type UploadProgress,
	upload,
} from '../../platform/api/upload/upload.ts';
import { canRetry, findRefusal } from '../../platform/api/upload/use-upload.ts';
import type { Chosen } from './folder.ts';
import { addRows } from './intakes.ts';

/** A file that is not uploaded yet; recognised by path and size when it is chosen again. */
export interface Unsent {
	path: string;
	size: number;
}

const KEY = 'ufundi.unsent';

const readAll = () => readStored<Readonly<Record<string, readonly Unsent[]>>>(KEY) ?? {};

/** Returns the files of an upload that were chosen on this device and are not uploaded. */
export const listUnsent = (intake: string) => readAll()[intake] ?? [];

/** Stores which files of an upload are not uploaded yet, to survive a reload or a crash. */
export const keepUnsent = (intake: string, unsent: readonly Unsent[]) => {
	const { [intake]: _, ...others } = readAll();
	writeStored(KEY, unsent.length > 0 ? { ...others, [intake]: unsent } : others);
};

const getLastPart = (path: string) => path.split('/').at(-1);

/** Returns a file that was chosen again, possibly without its folder, with its first path. */
export const recognizeFile = (chosen: Chosen, unsent: readonly Unsent[]): Chosen => {
	const same = ({ path, size }: Unsent) =>
		size === chosen.file.size && getLastPart(path) === chosen.file.name;
	const exactly = unsent.find((each) => same(each) && each.path === chosen.path);
	return { ...chosen, path: (exactly ?? unsent.find(same))?.path ?? chosen.path };
};

/** A file that is being uploaded to an intake. */
export interface Sending extends Chosen {
	key: string;
	/** `arrived`: uploaded, its row is being added. `refused`: the browser or the server does not accept it. */
	step: 'waiting' | 'sending' | 'arrived' | 'failed' | 'refused';
	/** Set only during the upload. */
	progress?: UploadProgress;
	words?: ErrorMessage | undefined;
	/** Its link after the upload. */
	url?: string;
	/** Makes retries add one row only. */
	attempt: Attempt;
}

/** Number of parallel uploads. */
const AT_ONCE = 3;

type AddRow = (file: { path: string; url: string }, attempt: Attempt) => Promise<unknown>;

/** Returns whether a file is being uploaded or added as a row. */
export const isUploading = ({ step }: Sending) =>
	step === 'waiting' || step === 'sending' || step === 'arrived';

const isSameAs = (a: Unsent) => (b: Unsent) => a.path === b.path && a.size === b.size;
const asUnsent = ({ path, file }: Chosen): Unsent => ({ path, size: file.size });

/**
 * Uploads the files of one intake, three at a time, and adds a row for each. Retries when the connection is back;
 * remembers files that are not uploaded when the page closes.
 */
export const createSending = (intake: string, addRow: AddRow) => {
	const { subscribe, emit } = createChanges();
	const uploads = new Map<string, Upload>();
	let files: readonly Sending[] = [];
	/** Files of an earlier visit that are not chosen again yet. */
	let missing: readonly Unsent[] = listUnsent(intake);
	/** Files that are rows already. */
	let storedRows: readonly Unsent[] = [];
	const ending = new AbortController();

	const show = (next: readonly Sending[]) => {
		files = next;
		keepUnsent(intake, [
			...missing,
			...files.filter(({ step }) => step !== 'refused').map(asUnsent),
		]);
		emit();
	};
	const change = (key: string, next: Partial<Sending>) => {
		const changed = files.map((each) => (each.key === key ? { ...each, ...next } : each));
		// Progress is not stored.
		if (next.step) return show(changed);
		files = changed;
		emit();
	};

	const uploadFile = async ({ key, file }: Sending) => {
		const current = upload(file, (progress) => change(key, { progress }));
		uploads.set(key, current);
		return (await current.done).url;
	};
	/** Adds a row for an uploaded file, retrying on a lost connection, unless the file was removed. */
	const add = async ({ key, path, file, attempt }: Sending, url: string) => {
		const onWait = (cause: WaitCause) =>
			change(key, { progress: { step: 'waiting', sent: file.size, cause } });
		const once = async () => {
			if (!files.some((each) => each.key === key)) throw new UploadCancelled(false);
			change(key, { progress: { step: 'sending', sent: file.size } });
			await addRow({ path, url }, attempt);
		};
		await retry(once, { signal: ending.signal, now: new EventTarget(), onWait });
	};
	const send = async (sending: Sending) => {
		const { key } = sending;
		change(key, { step: 'sending', words: undefined });
		try {
			const url = sending.url ?? (await uploadFile(sending));
			change(key, { step: 'arrived', url });
			await add(sending, url);
			show(files.filter((each) => each.key !== key));
		} catch (error) {
			const words = describeError(error, 'Upload failed');
			if (!(error instanceof UploadCancelled))
				change(key, { step: canRetry(error) ? 'failed' : 'refused', words });
		} finally {
			uploads.delete(key);
			next();
		}
	};
	const next = () => {
		if (ending.signal.aborted) return;
		const underWay = files.filter(({ step }) => step === 'sending' || step === 'arrived').length;
		const waiting = files.filter(({ step }) => step === 'waiting');
		for (const each of waiting.slice(0, AT_ONCE - underWay)) void send(each);
	};

	return {
		subscribe,
		now: () => files,
		missing: () => missing,
		isUnderWay: () => files.some(isUploading),
		/** Adds files that are not known yet. Returns how many were new. */
		addFiles: (chosen: readonly Chosen[]) => {
			const candidates = chosen.map((each) => recognizeFile(each, missing));
			const known = [...storedRows, ...files.map(asUnsent)];
			const fresh = candidates.filter((each) => !known.some(isSameAs(asUnsent(each))));
			missing = missing.filter((each) => !fresh.some((file) => isSameAs(each)(asUnsent(file))));
			const added = fresh.map((each): Sending => {
				const message = findRefusal(each.file, paperExtensions);
				const step = message === undefined ? 'waiting' : 'refused';
				const words = message !== undefined && { words: { message } };
				return { ...each, key: createKey(), attempt: createAttempt(), step, ...words };
			});
			show([...files, ...added]);
			next();
			return added.length;
		},
		/** Retries the failed uploads. */
		retryFailed: () => {
			show(files.map((each) => (each.step === 'failed' ? { ...each, step: 'waiting' } : each)));
			next();
		},
		/** Removes a file; without a key, all that were refused or failed. */
		remove: (key?: string) => {
			if (key !== undefined) uploads.get(key)?.cancel();
			show(files.filter((each) => (key === undefined ? isUploading(each) : each.key !== key)));
		},
		/** Forgets the files of an earlier visit. */
		forgetMissing: () => {
			missing = [];
			show(files);
		},
		/** Sets the rows of the intake; drops files of an earlier visit that are rows now. */
		setRows: (rows: readonly Unsent[]) => {
			storedRows = rows;
			const left = missing.filter((each) => !rows.some(isSameAs(each)));
			if (left.length === missing.length) return;
			missing = left;
			show(files);
		},
		/** Ends the running uploads when the page closes; they are remembered. */
		end: () => {
			ending.abort(new UploadCancelled(true));
			for (const each of uploads.values()) each.cancel('keep-chunks');
		},
	};
};

export type SendingFiles = ReturnType<typeof createSending>;

/** Running uploads by intake: the first files are chosen before the page of the intake is shown. */
const uploaders = new Map<string, SendingFiles>();

/** Returns the uploader of an intake. */
export const getUploader = (client: QueryClient, intake: string) => {
	const existing = uploaders.get(intake);
	if (existing) return existing;
	const created = createSending(intake, (file, attempt) =>
		addRows(client, intake, [file], attempt),
	);
	uploaders.set(intake, created);
	return created;
};

/** Returns the files that are being uploaded to an intake. Uploads end when its page is left. */
export const useSending = (intake: string, rows: readonly IntakeRow[]) => {
	const client = useQueryClient();
	const [sending] = useState(() => getUploader(client, intake));
	const files = useSyncExternalStore(sending.subscribe, sending.now);
	const missing = useSyncExternalStore(sending.subscribe, sending.missing);
	useEffect(
		() => sending.setRows(rows.map(({ path, file: { size } }) => ({ path, size }))),
		[sending, rows],
	);
	useEffect(
		() => () => {
			sending.end();
			uploaders.delete(intake);
		},
		[sending, intake],
	);
	return { sending, files, missing };
};
