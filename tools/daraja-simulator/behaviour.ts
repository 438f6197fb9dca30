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
	/** Holds the callback back until the next prompt's has gone out. */
	reorder?: boolean;
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
	/** Takes the push and does what it says, but the answer to it never arrives. */
	loseAnswer?: boolean;
	/** What questions are answered with. */
	query?:
		| 'hang'
		| 'processing'
		| '4999'
		| 'unavailable'
		| 'limited'
		| 'broken'
		| { redirect: string };
	/** How long the answer to the push takes, in milliseconds. */
	answerMs?: number;
	/** Delivers the callback before the push is answered. */
	callbackFirst?: boolean;
}

/** What Safaricom's documentation and integrators' reports say of each code. */
export const DESCRIPTIONS: Record<string, string> = {
	0: 'The service request is processed successfully.',
	1: 'The balance is insufficient for the transaction.',
	17: 'Rule limited.',
	26: 'System busy. Try again in few minutes.',
	1001: 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
	1019: 'Transaction expired. No MO has been received',
	1025: 'An error occurred while sending a push request',
	1032: 'Request cancelled by user',
	1037: 'DS timeout user cannot be reached',
	2001: 'The initiator information is invalid.',
	4999: 'The transaction is still under processing',
	8006: 'The security credential is locked.',
	9999: 'Error occurred while sending a push request',
};
