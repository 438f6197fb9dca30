import { paperExtensions } from '#shared/contract/file-types.ts';
import { type Attempt, newAttempt, newKey } from '../../api/attempt.ts';
import { createChanges } from '../../api/changes.ts';
import { type ErrorMessage, errorMessage } from '../../api/error-message.ts';
import { retry, type WaitCause } from '../../api/upload/retry.ts';
import {
	type Upload,
	UploadCancelled,
	type UploadProgress,
	upload,
} from '../../api/upload/upload.ts';
import { mayHelp, refusal } from '../../api/upload/use-upload.ts';
import type { Chosen } from './folder.ts';
import { keepUnsent, recognised, type Unsent, unsentOf } from './unsent.ts';

/** A file on its way into a batch: a row of it already, to the person. */
export interface Sending extends Chosen {
	key: string;
	/** `arrived`: the server has it, and its row is on the way. `refused`: it is none to be sent, or none that the server takes. */
	step: 'waiting' | 'sending' | 'arrived' | 'failed' | 'refused';
	/** While it is sent. */
	progress?: UploadProgress;
	words?: ErrorMessage | undefined;
	/** Its link, once it has arrived. */
	url?: string;
	/** However often it is tried, it becomes one row. */
	attempt: Attempt;
}

/** A slow line is shared by no more. */
const AT_ONCE = 3;

type AddRow = (file: { path: string; url: string }, attempt: Attempt) => Promise<unknown>;

/** Whether a file is still to arrive, or its row is. */
export const isOnWay = ({ step }: Sending) =>
	step === 'waiting' || step === 'sending' || step === 'arrived';

const same = (a: Unsent) => (b: Unsent) => a.path === b.path && a.size === b.size;
const asUnsent = ({ path, file }: Chosen): Unsent => ({ path, size: file.size });

/**
 * Sends the files of one batch, some at a time, and adds each to it once it has arrived. What is lost on the way is sent
 * again as soon as there is a line; what was not sent when the page goes away is known to the next one.
 */
export const createSending = (intake: string, addRow: AddRow) => {
	const { subscribe, tell } = createChanges();
	const uploads = new Map<string, Upload>();
	let files: readonly Sending[] = [];
	/** Of an earlier visit, not chosen again yet. */
	let missing: readonly Unsent[] = unsentOf(intake);
	/** What is in the batch already. */
	let there: readonly Unsent[] = [];
	const ending = new AbortController();

	const show = (next: readonly Sending[]) => {
		files = next;
		keepUnsent(intake, [
			...missing,
			...files.filter(({ step }) => step !== 'refused').map(asUnsent),
		]);
		tell();
	};
	const change = (key: string, next: Partial<Sending>) => {
		const changed = files.map((each) => (each.key === key ? { ...each, ...next } : each));
		// Progress alone is nothing to keep in mind.
		if (next.step) return show(changed);
		files = changed;
		tell();
	};

	const sent = async ({ key, file }: Sending) => {
		const current = upload(file, (progress) => change(key, { progress }));
		uploads.set(key, current);
		return (await current.done).url;
	};
	/** Has a file that arrived become a row, also over a line that breaks, unless it was left out meanwhile. */
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
			const url = sending.url ?? (await sent(sending));
			change(key, { step: 'arrived', url });
			await add(sending, url);
			show(files.filter((each) => each.key !== key));
		} catch (error) {
			const words = errorMessage(error, 'It could not be uploaded');
			if (!(error instanceof UploadCancelled))
				change(key, { step: mayHelp(error) ? 'failed' : 'refused', words });
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
		isUnderWay: () => files.some(isOnWay),
		/** Takes files in, but for those that are in the batch or on their way already. Answers how many were new. */
		take: (chosen: readonly Chosen[]) => {
			const found = chosen.map((each) => recognised(each, missing));
			const known = [...there, ...files.map(asUnsent)];
			const fresh = found.filter((each) => !known.some(same(asUnsent(each))));
			missing = missing.filter((each) => !fresh.some((file) => same(each)(asUnsent(file))));
			const added = fresh.map((each): Sending => {
				const message = refusal(each.file, paperExtensions);
				const step = message === undefined ? 'waiting' : 'refused';
				const words = message !== undefined && { words: { message } };
				return { ...each, key: newKey(), attempt: newAttempt(), step, ...words };
			});
			show([...files, ...added]);
			next();
			return added.length;
		},
		/** Tries those again that failed. */
		again: () => {
			show(files.map((each) => (each.step === 'failed' ? { ...each, step: 'waiting' } : each)));
			next();
		},
		/** Leaves files out; without a key all that were refused or failed. */
		drop: (key?: string) => {
			if (key !== undefined) uploads.get(key)?.cancel();
			show(files.filter((each) => (key === undefined ? isOnWay(each) : each.key !== key)));
		},
		/** Does not ask for the files of an earlier visit any more. */
		forgetMissing: () => {
			missing = [];
			show(files);
		},
		/** Tells what is in the batch; some may turn out to have arrived before the page went away. */
		known: (rows: readonly Unsent[]) => {
			there = rows;
			const left = missing.filter((each) => !rows.some(same(each)));
			if (left.length === missing.length) return;
			missing = left;
			show(files);
		},
		/** The page goes away: what is under way ends, and is remembered. */
		end: () => {
			ending.abort(new UploadCancelled(true));
			for (const each of uploads.values()) each.cancel('keep-chunks');
		},
	};
};

export type SendingFiles = ReturnType<typeof createSending>;
