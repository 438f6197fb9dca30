import { Worker } from 'node:worker_threads';

/** What a thread is told when there is nothing more to do: then it ends. */
export const END = 'end';

/** What a thread is given: its program's address, and whatever that is to know from the beginning. */
export interface Beginning<Data> {
	script: string;
	data: Data;
}

/**
 * A thread of its own that answers what it is asked with one message each, in the order in which it is
 * asked. It keeps the process alive only while somebody waits for it.
 */
export class Thread<Asked, Answered> {
	readonly #worker: Worker;
	readonly #waiting: {
		resolve: (answered: Answered) => void;
		reject: (error: unknown) => void;
	}[] = [];
	#failure: unknown;

	constructor({ href: script }: URL, data?: unknown) {
		const workerData: Beginning<unknown> = { script, data };
		this.#worker = new Worker(new URL('./thread.mjs', import.meta.url), { workerData });
		this.#worker.unref();
		this.#worker.on('message', (answered: Answered) => {
			const asker = this.#waiting.shift();
			if (this.#waiting.length === 0) this.#worker.unref();
			asker?.resolve(answered);
		});
		this.#worker.on('error', (error) => this.#fail(error));
		this.#worker.on('exit', () => this.#fail(new Error('The thread has ended.')));
	}

	#fail(error: unknown) {
		this.#failure ??= error;
		for (const { reject } of this.#waiting.splice(0)) reject(error);
	}

	/** False from when it has ended, by itself or by an error: then another one must be started. */
	get works() {
		return this.#failure === undefined;
	}

	/** Rejects where the thread itself fails; what fails in it is an answer. */
	run(asked: Asked) {
		return new Promise<Answered>((resolve, reject) => {
			if (!this.works) return reject(this.#failure);
			this.#waiting.push({ resolve, reject });
			this.#worker.ref();
			this.#worker.postMessage(asked);
		});
	}

	/** Resolves when it has done what it was asked before, and is gone. */
	async end() {
		if (!this.works) return;
		const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
		this.#worker.ref();
		this.#worker.postMessage(END);
		await ended;
	}
}
