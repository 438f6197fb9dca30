import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../server/cli/sample-payments/load.ts';
import { pdf } from '../../server/files/fixtures/documents.ts';
import { confirmationOf } from '../../tools/daraja-simulator/wire.ts';
import { attempt, insist, type Outcome, read, send, sendFile } from './calls.ts';
import { HOOK_TOKEN } from './server.ts';

/** A course that was made: the names that it may have now; null where it may be gone. */
type States = (string | null)[];

/** A load on a server, and the journal of what the server acknowledged of it. */
export interface Load {
	/** Calls the server at `url` until `until` says so or, unless `goOn`, until it no longer answers. */
	run: (url: string, until: AbortSignal, goOn?: boolean) => Promise<void>;
	/**
	 * Asks the server for everything since the last time: what was acknowledged must be there, what was
	 * not is tried again under its key. Resolves to what is wrong, in words.
	 */
	settle: (url: string) => Promise<string[]>;
	/** Asks for everything there ever was, and whether there is anything that nobody asked for. */
	audit: (url: string) => Promise<string[]>;
	acknowledged: () => number;
	/** How often each status came that left a call undone; `undefined` where no answer came. */
	failures: Map<number | undefined, number>;
}

const CALLERS = 6;

/**
 * Edits, uploads and deliveries of payments from several callers at once. `seed` decides what they do;
 * `headers` say who they are.
 */
export const openLoad = (
	seed: number,
	headers: Record<string, string>,
	callers = CALLERS,
): Load => {
	const random = randomFrom(seed);
	const courses = new Map<string, States>();
	const creates = new Map<string, string>();
	const payments = new Map<string, { body: unknown; kept: boolean }>();
	const uploads = new Map<string, Buffer>();
	const failures: Load['failures'] = new Map();
	const busy = new Set<string>();
	const touched = new Set<string>();
	let acknowledged = 0;
	let number = 0;

	const noted = (outcome: Outcome, expected: number) => {
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
		const made = noted(await attempt(`${url}/api/courses`, call), 201);
		if (!made.known) return false;
		creates.delete(key);
		touched.add(made.body.data.id);
		courses.set(made.body.data.id, [name]);
		return true;
	};

	/** Does something to a course that nobody else is at: it has the new state, or one of both. */
	const change = async (url: string, state: string | null) => {
		const free = [...courses].filter(([id, states]) => !busy.has(id) && !states.includes(null));
		const [id, before] = free[random(free.length)] ?? [];
		if (id === undefined || before === undefined) return true;
		busy.add(id);
		touched.add(id);
		const call =
			state === null ? { method: 'DELETE', headers } : send('PUT', { name: state }, headers);
		courses.set(id, [...before, state]);
		const outcome = noted(await attempt(`${url}/api/courses/${id}`, call), 200);
		if (outcome.known) courses.set(id, [state]);
		busy.delete(id);
		return outcome.known;
	};

	const upload = async (url: string, name: string) => {
		const bytes = await pdf(name);
		const call = sendFile(`${name}.pdf`, bytes, headers);
		const outcome = noted(await attempt(`${url}/api/upload`, call), 201);
		if (!outcome.known) return false;
		touched.add(outcome.body.url);
		uploads.set(outcome.body.url, bytes);
		return true;
	};

	const pay = async (url: string, receipt: string) => {
		const amount = 100 + random(900);
		const fields = { receipt, amount, at: Date.now(), phone: '254712345678', reference: 'KNEC' };
		const payment = payments.get(receipt) ?? { body: confirmationOf(fields), kept: false };
		payments.set(receipt, payment);
		touched.add(receipt);
		const hook = `${url}/api/hooks/${HOOK_TOKEN}/c2b`;
		const outcome = noted(await attempt(hook, send('POST', payment.body, {})), 200);
		payment.kept ||= outcome.known;
		return outcome.known;
	};

	const step = (url: string) => {
		const at = ++number;
		const name = `Course ${seed} ${at}`;
		const choice = random(10);
		if (choice < 3) return create(url, `${seed}-${at}`, name);
		if (choice < 6) return change(url, name);
		if (choice < 7) return change(url, null);
		if (choice < 8) return upload(url, `paper-${seed}-${at}`);
		return pay(url, `F${seed}X${String(at).padStart(6, '0')}`);
	};

	const settleCourse = async (url: string, id: string, states: States) => {
		const outcome = await read(`${url}/api/courses/${id}`, headers);
		if (!outcome.known) return [`Course ${id} cannot be read: ${outcome.status}`];
		const state = outcome.status === 200 ? (outcome.body.data.name as string) : null;
		if (!states.includes(state))
			return [`Course ${id} is ${state}, and can only be ${states.join(' or ')}`];
		courses.set(id, [state]);
		return [];
	};

	const settlePayment = async (url: string, receipt: string) => {
		const deadline = performance.now() + 60_000;
		const isKept = () => payments.get(receipt)?.kept === true;
		if (!isKept() && !(await insist(() => pay(url, receipt), isKept)))
			return [`Payment ${receipt} is not taken`];
		for (;;) {
			const outcome = await attempt(`${url}/api/transactions?search=${receipt}`, { headers });
			const total = outcome.known ? outcome.body.data.total : undefined;
			if (total === 1) return [];
			if (performance.now() > deadline)
				return [`Payment ${receipt} was acknowledged and is there ${total} times`];
			await sleep(100);
		}
	};

	const settleUpload = async (url: string, link: string, bytes: Buffer) => {
		const answer = await insist(
			() => fetch(`${url}${link}`, { headers }),
			({ status }) => status < 500,
		);
		const same = answer.ok && bytes.equals(Buffer.from(await answer.arrayBuffer()));
		return same ? [] : [`File ${link} was acknowledged and is not there: ${answer.status}`];
	};

	const settleAll = async (url: string, names: Iterable<string>) => {
		const wrong: string[] = [];
		for (const [key, name] of creates)
			if (!(await insist(() => create(url, key, name), Boolean)))
				wrong.push(`${name} cannot be made`);
		for (const name of names) {
			const [states, bytes] = [courses.get(name), uploads.get(name)];
			if (states) wrong.push(...(await settleCourse(url, name, states)));
			else if (bytes) wrong.push(...(await settleUpload(url, name, bytes)));
			else wrong.push(...(await settlePayment(url, name)));
		}
		return wrong;
	};

	return {
		run: async (url, until, goOn = false) => {
			const work = async () => {
				while (!until.aborted) {
					if (await step(url)) continue;
					if (!goOn) return;
					await sleep(50);
				}
			};
			await Promise.all(Array.from({ length: callers }, work));
		},
		settle: async (url) => {
			const wrong = await settleAll(url, touched);
			touched.clear();
			return wrong;
		},
		audit: async (url) => {
			const wrong = await settleAll(url, [
				...courses.keys(),
				...uploads.keys(),
				...payments.keys(),
			]);
			const list = await read(`${url}/api/courses`, headers);
			const names = list.known ? list.body.data.map(({ name }: { name: string }) => name) : [];
			const there = [...courses.values()].flat().filter((name) => name !== null);
			if (JSON.stringify(names.sort()) !== JSON.stringify(there.sort()))
				wrong.push(`There are ${names.length} courses, and ought to be ${there.length}`);
			return wrong;
		},
		acknowledged: () => acknowledged,
		failures,
	};
};
