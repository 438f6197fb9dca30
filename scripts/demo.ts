/**
 * Starts the console with sample data and a steady flow of payments: the server with its own data folder, a page for
 * learners beside it, and a simulated Safaricom that it calls and that calls back. `npm run demo`; Ctrl-C ends both. With `DATA_DIR` set, that
 * folder is used and kept.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isIssuedAccount } from '#shared/account.ts';
import { serveExample } from '../examples/learner/serve.ts';
import { signIn } from '../tests/e2e/people.ts';
import type { Behaviour } from '../tools/daraja-simulator/behaviour.ts';
import { CREDENTIALS, sendDelivery, startSimulator } from '../tools/daraja-simulator/simulator.ts';
import { buildConfirmation, makeReceipt } from '../tools/daraja-simulator/wire.ts';
import { START_COMMAND } from './manifest.ts';

const PROMPT_MS = 6_000;
const RESULTS = [0, 0, 0, 0, 0, 0, 1032, 1037, 1, 2001];

const pick = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)] as T;

const PLANS = [
	[1, 600],
	[3, 1_700],
	[6, 3_150],
	[12, 5_900],
] as const;

const behaveAtRandom = (): Behaviour => ({
	payerMs: 3_000 + Math.random() * 12_000,
	result: pick(RESULTS),
	phone: pick(['plain', 'masked', 'masked', 'absent']),
	// Sometimes Safaricom delivers twice, late, or not at all.
	copies: pick([1, 1, 1, 1, 2, 3, 0]),
	delayMs: pick([0, 0, 0, 2_000, 8_000]),
});

/** The page's own payer always pays. */
const behave = ({ AccountReference }: Record<string, unknown>): Behaviour =>
	isIssuedAccount(String(AccountReference)) ? { payerMs: 3_000 } : behaveAtRandom();

const kept = process.env.DATA_DIR;
const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'ufundi-demo-'));
const token = randomBytes(24).toString('hex');
const port = process.env.PORT ?? '4000';
const address = `http://127.0.0.1:${port}`;
/** Returns the demo's password, which a kept folder remembers for its next start. */
const keepPassword = () => {
	const file = join(dataDir, 'demo-password');
	if (existsSync(file)) return readFileSync(file, 'utf8');
	const password = `look around ${randomBytes(6).toString('hex')}`;
	mkdirSync(dataDir, { recursive: true });
	writeFileSync(file, password, { mode: 0o600 });
	return password;
};

/** The account of the demo; its password is printed at the start, because the folder is made for the demo. */
const admin = {
	email: process.env.ADMIN_EMAIL ?? 'demo@example.org',
	password: process.env.ADMIN_PASSWORD ?? keepPassword(),
};
const simulator = await startSimulator({ behave });
/**
 * Passes on only harmless settings of the shell, so that sample payments cannot reach another installation's database.
 */
const { PATH, HOME, TMPDIR, LOG_LEVEL, MASK_PHONES, PRODUCT_NAME } = process.env;

const server = spawn(process.execPath, START_COMMAND, {
	stdio: 'inherit',
	env: {
		...{ PATH, HOME, TMPDIR, LOG_LEVEL, MASK_PHONES, PRODUCT_NAME },
		DATA_DIR: dataDir,
		PORT: port,
		SAMPLE_DATA: '1',
		LEARNERS: '1',
		PLANS: PLANS.map((plan) => plan.join(':')).join(),
		MPESA_BASE_URL: simulator.url,
		MPESA_CONSUMER_KEY: CREDENTIALS.consumerKey,
		MPESA_CONSUMER_SECRET: CREDENTIALS.consumerSecret,
		MPESA_SHORTCODE: '174379',
		MPESA_PASSKEY: 'simulated-passkey',
		MPESA_HOOK_TOKEN: token,
		ADMIN_EMAIL: admin.email,
		ADMIN_PASSWORD: admin.password,
	},
});

const hook = `${address}/api/hooks/${token}/c2b`;
const example = await serveExample({
	api: address,
	port: Number(process.env.LEARNER_PORT ?? Number(port) + 1),
	simulator,
	hook,
});

const makePhone = () => `2547${String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0')}`;
const makeReference = () => `UF${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`;

let signedIn: Record<string, string> | undefined;

/** Sends one payment: a request of ours, or one in four times a payment to the paybill. */
const sendOnePayment = async () => {
	if (Math.random() < 0.25) {
		const at = Date.now();
		const receipt = makeReceipt(at, Math.floor(Math.random() * 36 ** 7));
		const [, amount] = pick(PLANS);
		const sent = { receipt, amount, at, phone: makePhone(), reference: makeReference() };
		await sendDelivery(hook, buildConfirmation(sent));
		return;
	}
	const [months, amount] = pick(PLANS);
	const body = { phone_number: makePhone(), amount, months };
	const payment = { ...body, account_reference: makeReference(), description: 'Subscription' };
	signedIn ??= await signIn(address, admin).catch(() => undefined);
	if (signedIn && (await sendDelivery(`${address}/api/payments`, payment, signedIn)) === 401)
		signedIn = undefined;
};
console.log(`The page for learners is at ${example.url}`);
console.log(`Sign in as ${admin.email} with the password: ${admin.password}`);
const timer = setInterval(sendOnePayment, PROMPT_MS);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => server.kill(signal));
await once(server, 'exit');
clearInterval(timer);
example.close();
await simulator.close();
if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
process.exit(server.exitCode ?? 0);
