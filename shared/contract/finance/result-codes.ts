/** Meaning of an M-Pesa result code, and the necessary action. */
export interface ResultCode {
	/** In plain words. */
	meaning: string;
	/** The necessary action; null if there is none. */
	action: string | null;
	/** True if the code decides the payment. */
	final: boolean;
}

const final = (meaning: string, action: string | null = null): ResultCode => ({
	meaning,
	action,
	final: true,
});

const ourSetup = 'We check our short code and its product with Safaricom.';
const resend = 'Press Request again, with a shorter reference.';

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
	26: final('M-Pesa was busy', 'Wait half a minute, then press Request again.'),
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

const refused = (meaning: string, action: string): ResultCode => ({
	meaning,
	action,
	final: false,
});

const busy = refused('M-Pesa was busy', 'Wait a few minutes, then press Request again.');
const unreadable = refused('M-Pesa took our request for a wrong one', 'We check what we sent.');
const locked = refused(
	'The payer has another M-Pesa request open',
	'The payer waits 1 to 3 minutes and tries again.',
);

/**
 * Codes of M-Pesa's API for a refused request. Some codes have several meanings, which only their text distinguishes:
 * the first matching pattern counts. None of them is final, since they do not describe an accepted request.
 */
const refusals: Record<string, [text: RegExp, ResultCode][]> = {
	'500.001.1001': [
		[/lock|in process|processing/i, locked],
		[
			/credential|password|passkey/i,
			refused('M-Pesa does not take our credentials', 'We check the short code and its passkey.'),
		],
		[/merchant|short ?code|receiver/i, refused('M-Pesa does not know our short code', ourSetup)],
		[
			/^/,
			refused(
				'M-Pesa refused: our short code or credentials are wrong, or the payer has a request open',
				'See what M-Pesa says about each payment.',
			),
		],
	],
	'500.003.02': [[/^/, busy]],
	'400.002.02': [
		[
			/phone|msisdn|partya/i,
			refused('M-Pesa does not take this phone number', 'We ask the payer for their number.'),
		],
		[/amount/i, refused('M-Pesa does not take this amount', 'We ask for another amount.')],
		[
			/short ?code|partyb|callback|transactiontype|timestamp|password/i,
			refused('Our short code or its product is set up wrongly', ourSetup),
		],
		[/^/, unreadable],
	],
	'404.001.03': [[/^/, refused('M-Pesa did not take our access token', ourSetup)]],
};

/** Finds a result code by the number or text in a transaction and, if known, the text that M-Pesa sent with it. */
export const findResultCode = (code: number | string | null, text: string | null = null) => {
	if (code === null) return undefined;
	if (Object.hasOwn(resultCodes, String(code))) return resultCodes[String(code)];
	const known = Object.hasOwn(refusals, String(code)) ? refusals[String(code)] : undefined;
	return known?.find(([fits]) => fits.test(text ?? ''))?.[1];
};

/** Code of a payment without a result yet. A callback with it fails the payment without a reason. */
export const UNDECIDED = '4999';

const unexplained = final('Not paid');

/** Finds the reason of a failed payment, like `findResultCode`. */
export const findFailure = (code: number | string | null, text: string | null = null) =>
	String(code) === UNDECIDED ? unexplained : findResultCode(code, text);

/** Codes that also decide a payment in a query's answer, and that only M-Pesa's text explains. */
const FINAL_WITHOUT_MEANING = ['1031', '1036', '1101', '2029'];

/** Returns whether a code decides a payment in a query's answer; in a callback, every code does. */
export const isFinalInQuery = (code: string) =>
	FINAL_WITHOUT_MEANING.includes(code) || (findResultCode(code)?.final ?? false);

/** Returns the necessary action for a failure; an unknown code has only M-Pesa's text. */
export const describeAction = (
	known: { meaning: string | null; action: string | null } | undefined,
) =>
	known?.action ??
	(known?.meaning ? 'No action is needed.' : 'Check what M-Pesa says about this payment.');

/** Returns a result code for the API: a number if possible, else the text (`SFC_IC0003`). */
export const toWireCode = (code: string | null) =>
	code !== null && /^(0|[1-9]\d{0,14})$/.test(code) ? Number(code) : code;
