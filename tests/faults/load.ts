import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../server/cli/sample-payments.ts';
import { pdf } from '../../server/platform/files/fixtures/documents.ts';
import { buildConfirmation } from '../../tools/daraja-simulator/wire.ts';
import { attempt, type Outcome, read, repeat, send, sendFile } from './calls.ts';
import { HOOK_TOKEN } from './places.ts';

/** The possible names of a created course; null if it may be deleted. */
type States = (string | null)[];

/** A load on a server, with a record of what the server acknowledged. */
export interface Load {
	/** Calls the server at `url` until `until` aborts or, unless `persist` is true, until a call fails. */
	run: (url: string, until: AbortSignal, persist?: boolean) => Promise<void>;
	/**
	 * Checks everything since the last call: acknowledged changes must exist, others are retried under their key.
	 * Resolves to descriptions of errors.
	 */
	settle: (url: string) => Promise<string[]>;
	/** Checks everything that was ever created, and that there are no other courses. */
	audit: (url: string) => Promise<string[]>;
	acknowledged: () => number;
	/** The number of failed calls by status; `undefined` counts calls without an answer. */
	failures: Map<number | undefined, number>;
}

const CALLERS = 6;

/** Returns a load of edits, uploads and payment deliveries from several callers at once; `seed` decides their order. */
export const openLoad = (
	seed: number,
	headers: Record<string, string>,
	callers = CALLERS,
): Load => {
	const random = createRandom(seed);
	const courses = new Map<string, States>();
	const creates = new Map<string, string>();
	const payments = new Map<string, { body: unknown; kept: boolean }>();
	const uploads = new Map<string, Buffer>();
	const failures: Load['failures'] = new Map();
	const busy = new Set<string>();
	const touched = new Set<string>();
	let acknowledged = 0;
	let number = 0;

	const record = (outcome: Outcome, expected: number) => {
		if (!outcome.known) failures.set(outcome.status, (failures.get(outcome.status) ?? 0) + 1);
		else if (outcome.status !== expected)
			throw new Error(`${expected} expected, ${outcome.status}: ${JSON.stringify(outcome.body)}`);
		else acknowledged++;
		return outcome;
	};

	const create = async (url: string, key: string, name: string) => {
		creates.set(key, name);
		const body = { name, order_num: 1, category_id: 'cat_artisan' };
		const call = send('POST', body, { ...headers, 'idempotency-key': key });
		const made = record(await attempt(`${url}/api/courses`, call), 201);
		if (!made.known) return false;
		creates.delete(key);
		touched.add(made.body.data.id);
		courses.set(made.body.data.id, [name]);
		return true;
	};

	/** Renames or deletes a course that no other caller is changing. Without an answer, both states are possible. */
	const change = async (url: string, state: string | null) => {
		const free = [...courses].filter(([id, states]) => !busy.has(id) && !states.includes(null));
		const [id, before] = free[random(free.length)] ?? [];
		if (id === undefined || before === undefined) return true;
		busy.add(id);
		touched.add(id);
		const call =
			state === null ? { method: 'DELETE', headers } : send('PUT', { name: state }, headers);
		courses.set(id, [...before, state]);
		const outcome = record(await attempt(`${url}/api/courses/${id}`, call), 200);
		if (outcome.known) courses.set(id, [state]);
		busy.delete(id);
		return outcome.known;
	};

	const upload = async (url: string, name: string) => {
		const bytes = await pdf(name);
		const call = sendFile(`${name}.pdf`, bytes, headers);
		const outcome = record(await attempt(`${url}/api/upload`, call), 201);
		if (!outcome.known) return false;
		touched.add(outcome.body.url);
		uploads.set(outcome.body.url, bytes);
		return true;
	};

	const pay = async (url: string, receipt: string) => {
		const amount = 100 + random(900);
		const fields = { receipt, amount, at: Date.now(), phone: '254712345678', reference: 'KNEC' };
		const payment = payments.get(receipt) ?? { body: buildConfirmation(fields), kept: false };
		payments.set(receipt, payment);
		touched.add(receipt);
		const hook = `${url}/api/hooks/${HOOK_TOKEN}/c2b`;
		const outcome = record(await attempt(hook, send('POST', payment.body, {})), 200);
		payment.kept ||= outcome.known;
		return outcome.known;
	};

	const step = (url: string) => {
		const count = ++number;
		const name = `Course ${seed} ${count}`;
		const choice = random(10);
		if (choice < 3) return create(url, `${seed}-${count}`, name);
		if (choice < 6) return change(url, name);
		if (choice < 7) return change(url, null);
		if (choice < 8) return upload(url, `paper-${seed}-${count}`);
		return pay(url, `F${seed}X${String(count).padStart(6, '0')}`);
	};

	const settleCourse = async (url: string, id: string, states: States) => {
		const outcome = await read(`${url}/api/courses/${id}`, headers);
		if (!outcome.known) return [`Course ${id} cannot be read: ${outcome.status}`];
		const state = outcome.status === 200 ? (outcome.body.data.name as string) : null;
		if (!states.includes(state))
			return [`Course ${id} is ${state} instead of ${states.join(' or ')}`];
		courses.set(id, [state]);
		return [];
	};

	const settlePayment = async (url: string, receipt: string) => {
		const deadline = performance.now() + 60_000;
		const isKept = () => payments.get(receipt)?.kept === true;
		if (!isKept() && !(await repeat(() => pay(url, receipt), isKept)))
			return [`Payment ${receipt} is not accepted`];
		for (;;) {
			const outcome = await attempt(`${url}/api/transactions?search=${receipt}`, { headers });
			const total = outcome.known ? outcome.body.data.total : undefined;
			if (total === 1) return [];
			if (performance.now() > deadline)
				return [`Payment ${receipt} was acknowledged and exists ${total} times`];
			await sleep(100);
		}
	};

	const settleUpload = async (url: string, link: string, bytes: Buffer) => {
		const answer = await repeat(
			() => fetch(`${url}${link}`, { headers }),
			({ status }) => status < 500,
		);
		const isSame = answer.ok && bytes.equals(Buffer.from(await answer.arrayBuffer()));
		return isSame ? [] : [`File ${link} was acknowledged and is missing: ${answer.status}`];
	};

	const settleAll = async (url: string, names: Iterable<string>) => {
		const errors: string[] = [];
		for (const [key, name] of creates)
			if (!(await repeat(() => create(url, key, name), Boolean)))
				errors.push(`${name} cannot be created`);
		for (const name of names) {
			const [states, bytes] = [courses.get(name), uploads.get(name)];
			if (states) errors.push(...(await settleCourse(url, name, states)));
			else if (bytes) errors.push(...(await settleUpload(url, name, bytes)));
			else errors.push(...(await settlePayment(url, name)));
		}
		return errors;
	};

	return {
		run: async (url, until, persist = false) => {
			const work = async () => {
				while (!until.aborted) {
					if (await step(url)) continue;
					if (!persist) return;
					await sleep(50);
				}
			};
			await Promise.all(Array.from({ length: callers }, work));
		},
		settle: async (url) => {
			const errors = await settleAll(url, touched);
			touched.clear();
			return errors;
		},
		audit: async (url) => {
			const errors = await settleAll(url, [
				...courses.keys(),
				...uploads.keys(),
				...payments.keys(),
			]);
			const list = await read(`${url}/api/courses`, headers);
			const names = list.known ? list.body.data.map(({ name }: { name: string }) => name) : [];
			const expected = [...courses.values()].flat().filter((name) => name !== null);
			if (JSON.stringify(names.sort()) !== JSON.stringify(expected.sort()))
				errors.push(`There are ${names.length} courses instead of ${expected.length}`);
			return errors;
		},
		acknowledged: () => acknowledged,
		failures,
	};
};
