/** M-Pesa's names for payments to us, as confirmations and statements of the organisation portal use them. */
export const PAYMENT_TYPES = [
	'Pay Bill',
	'Pay Utility',
	'Pay Merchant',
	'Merchant Payment',
	'Buy Goods',
	'Customer Payment',
	'Customer Payment to Small Business',
	'Small Business Pay Bill',
	'Small Business Payment',
	'Standing Order',
	'Standing Order Pay Bill',
	'Bank to Pay Bill',
	'FSI to Pay Bill',
] as const;

const fold = (words: string) => words.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Each name may follow the kind of payer and end with Fuliza (`with OD`) and the channel: `CustomerPayBillOnline`,
 * `Business Pay Bill via API`, `Pay Utility with OD via STK`, `Merchant Pay Utility Received`.
 */
const PAYMENT = new RegExp(
	`^(?:customer|business|organi[sz]ation|merchant)?(?:${PAYMENT_TYPES.map(fold).join('|')})(?:withod)?(?:online|odonline|viastk|viaapi|received)*$`,
);

/**
 * Returns whether M-Pesa's type words name a payment to us: a confirmation's `TransactionType`, or a statement's
 * details up to the payer. A reversal, a charge or a transfer is not one.
 */
export const isPaymentType = (words: string) => PAYMENT.test(fold(words));
