import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { OwnDevice } from '#shared/contract/finance/accounts.ts';
import type { Catalogue } from '#shared/contract/learners/learners.ts';
import type { Account } from './account.ts';
import {
	claim,
	createKey,
	listDevices,
	makeAccount,
	pay,
	Refusal,
	signIn,
	signOut,
} from './api.ts';
import { Simulator } from './simulator.tsx';
import { formatAccount, formatDay, formatInstant, formatMoney, formatMonths } from './words.ts';

const POLL_MS = 3_000;

interface Field {
	name: string;
	label: string;
	mode?: 'tel' | 'numeric' | 'text';
}

interface SendFormProps {
	fields: readonly Field[];
	button: string;
	/** Sends the form; the message of an error is shown. `key` stays the same until the server answers. */
	send: (typed: Record<string, string>, key: string) => Promise<unknown>;
	children?: ReactNode;
}

/** Renders a form that keeps its input until the server has accepted it. */
const SendForm = ({ fields, button, send, children }: SendFormProps) => {
	const [problem, setProblem] = useState('');
	const [isBusy, setBusy] = useState(false);
	const key = useRef('');
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const form = event.currentTarget;
		const typed = Object.fromEntries(new FormData(form)) as Record<string, string>;
		setBusy(true);
		setProblem('');
		key.current ||= createKey();
		try {
			await send(typed, key.current);
			key.current = '';
			form.reset();
		} catch (error) {
			if ('code' in (error as Error)) key.current = '';
			setProblem((error as Error).message);
		}
		setBusy(false);
	};
	return (
		<form onSubmit={submit}>
			{children}
			{fields.map(({ name, label, mode = 'text' }) => (
				<label key={name}>
					{label}
					<input
						name={name}
						inputMode={mode}
						autoComplete={mode === 'tel' ? 'tel' : 'off'}
						required
					/>
				</label>
			))}
			<button type="submit" disabled={isBusy}>
				{button}
			</button>
			{problem && <p role="alert">{problem}</p>}
		</form>
	);
};

const CODE = { name: 'receipt', label: 'M-PESA code' } as const;
const PHONE = { name: 'phone', label: 'Phone number', mode: 'tel' } as const;

const SignIn = ({ change }: Account) => (
	<>
		<section>
			<h2>New here</h2>
			<p>An account needs no name and no e-mail: you get a number to pay to.</p>
			<SendForm
				fields={[]}
				button="Make an account"
				send={async (_typed, key) => change((await makeAccount(key)).data)}
			/>
		</section>
		<section>
			<h2>I have paid before</h2>
			<p>
				The account number and the M-PESA code or message of one of its payments open it on this
				phone. Our staff can give you a code too.
			</p>
			<SendForm
				fields={[{ name: 'account', label: 'Account number', mode: 'numeric' }, CODE]}
				button="Sign in"
				send={async ({ account = '', receipt = '' }, key) =>
					change((await signIn(key, account, receipt)).data)
				}
			/>
		</section>
	</>
);

const WHY = {
	no_plan: 'Not the price of a plan. Our staff will look at it.',
	given_back: 'Given back',
	unassigned: 'Waiting for our staff',
	written_off: 'Does not count',
};

const Payments = ({ known }: Account) => {
	const payments = known?.access.payments ?? [];
	if (payments.length === 0) return null;
	return (
		<section>
			<h2>Payments</h2>
			<ul className="items">
				{payments.map(({ kind, amount, paid_at, months, why }) => (
					<li className="item" key={paid_at + kind}>
						<div>
							{kind === 'grant' ? 'Given by our staff' : formatMoney(amount ?? 0)}
							<small>
								{formatInstant(paid_at)} · {why ? WHY[why] : formatMonths(months ?? 0)}
							</small>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
};

const Pay = ({ login, known, refresh, catalogue }: Account & { catalogue: Catalogue }) => {
	const { plans, paybill } = catalogue;
	const [months, setMonths] = useState(plans[0]?.months ?? 0);
	const [isWarned, setWarned] = useState(false);
	const request = known?.access.request;
	const isOpen = request?.status === 'pending';
	if (!login) return null;
	const amount = plans.find((plan) => plan.months === months)?.amount ?? 0;
	return (
		<>
			<section>
				<h2>Pay</h2>
				<fieldset>
					<legend>Plan</legend>
					{plans.map((plan) => (
						<label key={plan.months} className="choice">
							<input
								type="radio"
								name="plan"
								checked={plan.months === months}
								onChange={() => setMonths(plan.months)}
							/>
							{formatMonths(plan.months)} <span>{formatMoney(plan.amount)}</span>
						</label>
					))}
				</fieldset>
				<SendForm
					fields={[PHONE]}
					button={
						isOpen && isWarned ? 'Send a second request' : `Pay ${formatMoney(amount)} with M-PESA`
					}
					send={async ({ phone = '' }, key) => {
						if (isOpen && !isWarned) {
							setWarned(true);
							throw new Error(
								'A request is still open on the phone. Answer it there, or press again to send a second one.',
							);
						}
						setWarned(false);
						await pay(login.token, key, phone, months);
						await refresh();
					}}
				/>
				{request && <p role="status">Request to the phone: {request.words}</p>}
			</section>
			{paybill && (
				<section>
					<h2>Pay by paybill</h2>
					<dl>
						<dt>Business number</dt>
						<dd>{paybill}</dd>
						<dt>Account number</dt>
						<dd>{formatAccount(login.account)}</dd>
						<dt>Amount</dt>
						<dd>{formatMoney(amount)}</dd>
					</dl>
				</section>
			)}
			<section>
				<h2>Paid to a wrong account number?</h2>
				<p>Enter the code of the payment and the number that paid.</p>
				<SendForm
					fields={[CODE, PHONE]}
					button="Find my payment"
					send={async ({ receipt = '', phone = '' }, key) => {
						await claim(login.token, key, receipt, phone);
						await refresh();
					}}
				/>
			</section>
		</>
	);
};

const Devices = ({ token }: { token: string }) => {
	const [devices, setDevices] = useState<readonly OwnDevice[]>([]);
	const load = useCallback(async () => {
		const { data } = await listDevices(token);
		setDevices(data);
	}, [token]);
	useEffect(() => void load().catch(() => {}), [load]);
	return (
		<section>
			<h2>Phones and browsers</h2>
			<ul className="items">
				{devices.map(({ id, this: isThis, seen_at }) => (
					<li className="item" key={id}>
						<div>
							{isThis ? 'This one' : 'Another one'}
							<small>Used {formatInstant(seen_at)}</small>
						</div>
						{!isThis && (
							<SendForm
								fields={[]}
								button="Sign out"
								send={async () => {
									await signOut(token, id);
									await load();
								}}
							/>
						)}
					</li>
				))}
			</ul>
		</section>
	);
};

/** Renders the account of this browser: its access, how to pay, and its payments; or how to get one. */
export const AccountPage = (props: Account & { catalogue: Catalogue }) => {
	const { login, known, change, refresh } = props;
	// A payment by paybill arrives without a request, so the page asks while it is shown.
	useEffect(() => {
		const timer = setInterval(() => document.hidden || refresh(), POLL_MS);
		return () => clearInterval(timer);
	}, [refresh]);
	const { open = false, until } = known?.access ?? {};
	return (
		<main>
			<h1>Account</h1>
			{login ? (
				<>
					<section className="account">
						<small>Account number</small>
						<output aria-label="Account number">{formatAccount(login.account)}</output>
						<p>
							{open && until
								? `All papers are open until ${formatDay(until)}.`
								: 'Premium papers are locked.'}
						</p>
						<SendForm
							fields={[]}
							button="Sign out"
							send={async () => {
								await signOut(login.token, 'this').catch((error) => {
									// Signed out already.
									if (!(error instanceof Refusal)) throw error;
								});
								change(undefined);
							}}
						/>
					</section>
					<Pay {...props} />
					<Payments {...props} />
					<Devices token={login.token} />
				</>
			) : (
				<SignIn {...props} />
			)}
			<Simulator account={login?.account} />
		</main>
	);
};
