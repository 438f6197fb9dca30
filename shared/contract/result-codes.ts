/** What M-Pesa's result code says, and who must act on it. */
export interface ResultCode {
	/** In plain words. */
	meaning: string;
	/** Who acts, and how; null where nobody needs to. */
	action: string | null;
	/** Whether the payment is decided by it. */
	final: boolean;
}

const final = (meaning: string, action: string | null = null): ResultCode => ({
	meaning,
	action,
	final: true,
});

const ourSetup = 'We check our short code and its product with Safaricom.';
const resend = 'We send the request again, with a shorter reference.';

/** The result codes of STK push callbacks and queries, from Safaricom's documentation and integrators' reports. */
export const resultCodes: Record<string, ResultCode> = {
	0: final('Paid'),
	1: final('Not enough money', 'The payer tops up and tries again.'),
	2: final('Below the minimum amount', 'We ask for a larger amount.'),
	3: final('Above the maximum amount', 'We ask for a smaller amount.'),
	4: final("The payer's daily limit is reached", 'The payer tries again tomorrow.'),
	8: final("Our account's maximum balance would be exceeded", 'We sweep our account.'),
	11: final("The payer's account is in an invalid state", 'The payer calls Safaricom.'),
	17: final(
		'The same amount from the same payer within two minutes',
		'The payer waits two minutes and tries again.',
	),
	20: final('Our API user lacks the role', ourSetup),
	21: final('Our API user lacks the role', ourSetup),
	26: final('M-Pesa was busy', 'We send the request again in half a minute.'),
	1001: final(
		'The payer has another M-Pesa session open',
		'The payer waits 1 to 3 minutes and tries again.',
	),
	1019: final('Not finished in time', 'The payer tries again.'),
	1025: final('The prompt could not be sent', resend),
	1032: final('The payer cancelled'),
	1037: final(
		'The phone could not be reached: off, busy, or no answer',
		'The payer switches the phone on and tries again.',
	),
	2001: final('Wrong PIN', 'The payer tries again with the right PIN.'),
	2006: final('Our short code or its product is set up wrongly', ourSetup),
	2028: final('Our short code or its product is set up wrongly', ourSetup),
	4999: { meaning: 'Still being processed', action: null, final: false },
	8006: final("The payer's PIN is locked", 'The payer calls Safaricom.'),
	9999: final('The prompt could not be sent', resend),
	SFC_IC0003: final('Our short code or its product is set up wrongly', ourSetup),
};

/** Looks a result code up, as the number or text that a transaction carries. */
export const resultCode = (code: number | string | null) =>
	code === null || !Object.hasOwn(resultCodes, String(code))
		? undefined
		: resultCodes[String(code)];

/** Who must act on a failure; of a code that we do not know, only its description says anything. */
export const whoActs = (known: { meaning: string | null; action: string | null } | undefined) =>
	known?.action ??
	(known?.meaning ? 'Nobody needs to act.' : 'Somebody has to look at what M-Pesa says of it.');

/** A result code as it is sent: a number where it is one, else the text (`SFC_IC0003`). */
export const codeOnWire = (code: string | null) =>
	code !== null && /^(0|[1-9]\d{0,14})$/.test(code) ? Number(code) : code;
