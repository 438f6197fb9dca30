/** Configures the response to one prompt. Omitted fields follow Safaricom's documentation. */
export interface Behaviour {
	/** The result code; 0 is paid. */
	result?: number | string;
	resultDesc?: string;
	/** Response time of the payer in milliseconds; `never` waits for `decide`. */
	payerMs?: number | 'never';
	/** Number of callback deliveries; 0 loses the callback. */
	copies?: number;
	/** Delay of each delivery after the payer's response. */
	delayMs?: number;
	/** Format of the payer's number in the callback. */
	phone?: 'plain' | 'masked' | 'absent';
	/** The amount in the callback, if it differs from the request. */
	amount?: unknown;
	/** Items that the callback leaves out. */
	without?: string[];
	/** Also fires a paybill confirmation to this address, before or after the callback. */
	confirmTo?: string;
	confirmFirst?: boolean;
	/** Response to the push: none, or an error. */
	push?: 'hang' | { status: number; errorCode?: string; errorMessage?: string };
	/** Response to status queries; a number is a result code. */
	query?:
		| 'hang'
		| 'processing'
		| 'unavailable'
		| 'limited'
		| 'broken'
		| number
		| { redirect: string };
	/** Delay of the response to the push, in milliseconds. */
	answerMs?: number;
	/** Delivers the callback before the push is answered. */
	callbackFirst?: boolean;
}
