/** What the simulator does with one prompt. Everything left out is as in the documentation. */
export interface Behaviour {
	/** The result code; 0 is paid. */
	result?: number | string;
	resultDesc?: string;
	/** How long the payer takes, in milliseconds; `never`: until `decide` is called. */
	payerMs?: number | 'never';
	/** How often the callback is delivered; 0 loses it. */
	copies?: number;
	/** How long after the payer each copy is delivered. */
	delayMs?: number;
	/** What the payer's number looks like in the callback. */
	phone?: 'plain' | 'masked' | 'absent';
	/** Another amount in the callback than was asked for. */
	amount?: unknown;
	/** Items that the callback leaves out. */
	without?: string[];
	/** Also fires a paybill confirmation to this address, before or after the callback. */
	confirmTo?: string;
	confirmFirst?: boolean;
	/** What the push itself is answered with: nothing at all, or an error. */
	push?: 'hang' | { status: number; errorCode?: string; errorMessage?: string };
	/** What questions are answered with; a number is a result code. */
	query?:
		| 'hang'
		| 'processing'
		| 'unavailable'
		| 'limited'
		| 'broken'
		| number
		| { redirect: string };
	/** How long the answer to the push takes, in milliseconds. */
	answerMs?: number;
	/** Delivers the callback before the push is answered. */
	callbackFirst?: boolean;
}
