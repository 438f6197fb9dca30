import { paperExtensions } from '#shared/contract/file-types.ts';
import { INTAKE_AT_ONCE } from '#shared/contract/intake.ts';
import { ApiError, isUnsettled } from '../../api/api-error.ts';
import { newAttempt, newKey } from '../../api/attempt.ts';
import { createChanges } from '../../api/changes.ts';
import { type ErrorMessage, errorMessage } from '../../api/error-message.ts';
import { type Upload, upload } from '../../api/upload.ts';
import { UploadCancelled, type UploadProgress } from '../../api/upload-progress.ts';
import { mayHelp, refusal } from '../../api/use-upload.ts';
import type { Chosen } from './folder.ts';
import { keepUnsent, recognised, type Unsent, unsentOf } from './unsent.ts';

/** A file on its way into a batch: a row of it already, to the person. */
export interface Sending extends Chosen {
	key: string;
	/** `arrived`: the server has it, and its row is on the way. `refused`: it is none to be sent, or none that the server takes. */
	step: 'waiting' | 'sending' | 'arrived' | 'failed' | 'refused';
	/** While it is sent. */
	progress?: UploadProgress;
	words?: ErrorMessage;
	/** Its link, once it has arrived. */
	url?: string;
}

/** A slow line is shared by no more. */
const AT_ONCE = 3;
const AGAIN_MS = 3_000;

type AddRows = (
	files: { path: string; url: string }[],
	attempt: ReturnType<typeof newAttempt>,
) => Promise<void>;

/** Whether a file is still to arrive, or its row is. */
export const isOnWay = ({ step }: Sending) =>
	step === 'waiting' || step === 'sending' || step === 'arrived';

const same = (a: Unsent) => (b: Unsent) => a.path === b.path && a.size === b.size;
const asUnsent = ({ path, file }: Chosen): Unsent => ({ path, size: file.size });

const pause = () =>
	new Promise<void>((resolve) => {
		const timer = setTimeout(done, AGAIN_MS);
		function done() {
			clearTimeout(timer);
			removeEventListener('online', done);
			resolve();
		}
		addEventListener('online', done);
	});

/** What may pass by itself is tried again, for as long as the page is open. */
const patiently = async <T>(isOver: () => boolean, attempt: () => Promise<T>): Promise<T> => {
	for (;;) {
		try {
			return await attempt();
		} catch (error) {
			const passes = error instanceof ApiError && error.kind === 'lost';
			if (!passes || isOver()) throw error;
			await pause();
			if (isOver()) throw error;
		}
	}
};

/**
 * Sends the files of one batch, some at a time, and adds those that arrived to it. What is lost on the way is sent
 * again as soon as there is a line; what was not sent when the page goes away is known to the next one.
 */
export const createSending = (intake: string, addRows: AddRows) => {
	const { subscribe, tell } = createChanges();
	const uploads = new Map<string, Upload>();
	let files: readonly Sending[] = [];
	/** Of an earlier visit, not chosen again yet. */
	let missing: readonly Unsent[] = unsentOf(intake);
	/** What is in the batch already. */
	let there: readonly Unsent[] = [];
	let adding = false;
	let over = false;

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

	const send = async ({ key, file }: Sending) => {
		change(key, { step: 'sending' });
		try {
			const { url } = await patiently(
				() => over || !files.some((each) => each.key === key),
				() => {
					const current = upload(file, (progress) => change(key, { progress }));
					uploads.set(key, current);
					return current.done;
				},
			);
			change(key, { step: 'arrived', url });
			void add();
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
		if (over) return;
		for (const waiting of files.filter(({ step }) => step === 'waiting')) {
			if (uploads.size >= AT_ONCE) return;
			void send(waiting);
		}
	};

	/** Adds some that have arrived as rows; answers whether there is a line for more. */
	const addSome = async (some: readonly Sending[]) => {
		const attempt = newAttempt();
		const keys = new Set(some.map(({ key }) => key));
		const links = some.map(({ path, url = '' }) => ({ path, url }));
		try {
			await patiently(
				() => over,
				() => addRows(links, attempt),
			);
			show(files.filter(({ key }) => !keys.has(key)));
			return true;
		} catch (error) {
			const words = errorMessage(error, 'It could not be added to the batch');
			for (const key of keys) change(key, { step: 'failed', words });
			return !isUnsettled(error);
		}
	};
	/** One call at a time: what arrives meanwhile goes with the next. */
	const add = async () => {
		if (adding) return;
		adding = true;
		const arrived = () => files.filter(({ step }) => step === 'arrived').slice(0, INTAKE_AT_ONCE);
		for (let some = arrived(); some.length > 0 && !over; some = arrived())
			if (!(await addSome(some))) break;
		adding = false;
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
				return { ...each, key: newKey(), step, ...(message && { words: { message } }) };
			});
			show([...files, ...added]);
			next();
			return added.length;
		},
		/** Tries those again that failed. */
		again: () => {
			show(
				files.map((each) =>
					each.step === 'failed'
						? { ...each, step: each.url === undefined ? 'waiting' : 'arrived' }
						: each,
				),
			);
			next();
			void add();
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
			over = true;
			for (const each of uploads.values()) each.cancel('kept');
		},
	};
};

export type SendingFiles = ReturnType<typeof createSending>;
