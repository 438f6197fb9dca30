import { type FormEvent, useEffect, useState } from 'react';

/** Present only where a simulated M-Pesa stands behind the page: `npm run demo`. */
const hasSimulator = document.querySelector('meta[name=simulator]') !== null;

interface SimulatorProps {
	account: string | undefined;
}

/** Renders the phone of the payer: pays to the paybill, and shows the messages that M-Pesa sends. */
export const Simulator = ({ account = '' }: SimulatorProps) => {
	const [messages, setMessages] = useState<string[]>([]);
	useEffect(() => {
		if (!hasSimulator) return;
		const read = async () => setMessages(await (await fetch('/simulator')).json());
		const timer = setInterval(() => read().catch(() => {}), 2_000);
		return () => clearInterval(timer);
	}, []);
	if (!hasSimulator) return null;
	const send = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const typed = Object.fromEntries(new FormData(event.currentTarget));
		await fetch('/simulator', { method: 'POST', body: JSON.stringify(typed) });
	};
	return (
		<section className="simulator" aria-label="Simulated phone">
			<h2>Simulated phone</h2>
			<p>Only in the demo: the M-PESA menu of a phone, and its messages.</p>
			<form onSubmit={send}>
				<label>
					Account no.
					<input name="reference" defaultValue={account} key={account} />
				</label>
				<label>
					Amount
					<input name="amount" inputMode="numeric" defaultValue="600" required />
				</label>
				<label>
					From number
					<input name="phone" inputMode="tel" defaultValue="0712345678" required />
				</label>
				<button type="submit">Pay to the paybill</button>
			</form>
			<ul aria-label="Messages">
				{messages.map((text) => (
					<li key={text}>{text}</li>
				))}
			</ul>
		</section>
	);
};
