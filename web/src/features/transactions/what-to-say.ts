import { resultCode } from '#shared/contract/result-codes.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import type { Mark } from '#shared/contract/transactions-query.ts';
import { inEastAfrica } from '../../ui/dates/dates.ts';
import { ksh } from '../../ui/money.ts';
import { becauseOf, type Said } from './because-of.ts';
import { isOver, quoted } from './formats.ts';

/** A day as both languages write it in numbers, 05/07/2026. */
const dayOf = (instant: string) => inEastAfrica(instant, "dd'/'MM'/'yyyy");
const plain = (date: string) => dayOf(`${date}T00:00:00+03:00`);

const both = (first: Said, second: Said): Said => ({
	en: `${first.en} ${second.en}`,
	sw: `${first.sw} ${second.sw}`,
});

const needNotPayAgain: Said = {
	en: 'You need not pay again.',
	sw: 'Huna haja ya kulipa tena.',
};

const weHaveIt: Said = { en: 'We have your payment.', sw: 'Tumepokea malipo yako.' };

const weAreAddingIt: Said = {
	en: 'We are adding it to your account now.',
	sw: 'Tunayaweka kwenye akaunti yako sasa.',
};

const weAreChecking: Said = {
	en: 'We are checking it; please keep the M-Pesa message and do not pay again.',
	sw: 'Tunafuatilia suala hili; tafadhali hifadhi ujumbe wa M-PESA na usilipe tena.',
};

/** What went wrong with a payment that a caller has to know of before anything else. */
const troubles: Partial<Record<Mark, (amount: string) => Said>> = {
	amount_mismatch: (amount) =>
		both(
			{
				en: `M-Pesa has reported another amount than the ${amount} that we asked you for.`,
				sw: `M-PESA imetuarifu kiasi tofauti na ${amount} tulizokuomba.`,
			},
			weAreChecking,
		),
	receipt_reused: () =>
		both(
			{
				en: 'The M-Pesa receipt named for your payment belongs to another payment as well.',
				sw: 'Msimbo wa M-PESA ya malipo yako unatumika pia kwa malipo mengine.',
			},
			weAreChecking,
		),
};

/** What M-Pesa reported and we did not book: the caller has paid, and is not to pay again. */
const reportedSaid = ({ amount, reported }: Transaction): Said | undefined => {
	if (!reported) return undefined;
	const { amount: paid, receipt, settlement } = reported;
	const sum = paid === null ? undefined : ksh(paid);
	const isOther = paid !== amount;
	const first = {
		en: `M-Pesa reported ${sum ?? 'your payment'}${receipt === null ? '' : `, M-PESA code ${receipt}`}${isOther ? `; we asked you for ${ksh(amount)}` : ''}.`,
		sw: `M-PESA imetuarifu ${sum ?? 'malipo yako'}${receipt === null ? '' : `, msimbo wa M-PESA ${receipt}`}${isOther ? `; tulikuomba ${ksh(amount)}` : ''}.`,
	};
	if (settlement?.as === 'to_return')
		return both(first, {
			en: 'We are returning this money to you.',
			sw: 'Tunakurudishia pesa hizi.',
		});
	return both(first, weAreChecking);
};

/** A payment of which money was given back, all of it or some. */
const givenBack = (payment: Transaction, subscription: Said): Said => {
	const { amount, adjusted, mpesa_receipt_number: receipt, paid_at, created_at } = payment;
	const [of, day] = [ksh(amount), dayOf(paid_at ?? created_at)];
	const by = receipt === null ? '' : `, M-Pesa receipt ${receipt},`;
	const kwa = receipt === null ? '' : `, msimbo wa M-PESA ${receipt},`;
	if (adjusted >= amount)
		return {
			en: `Your payment of ${of} on ${day}${by} was given back to you in full. Please look for it in your messages from M-Pesa.`,
			sw: `Umerudishiwa pesa zote za malipo yako ya ${of} ya tarehe ${day}${kwa.replace(/,$/, '')}. Tafadhali angalia ujumbe wako wa M-PESA.`,
		};
	return both(
		{
			en: `Of your payment of ${of} on ${day}${by} ${ksh(adjusted)} was given back to you.`,
			sw: `Kati ya malipo yako ya ${of} ya tarehe ${day}${kwa} umerudishiwa ${ksh(adjusted)}.`,
		},
		subscription,
	);
};

const paid = (payment: Transaction): Said => {
	const { mpesa_receipt_number: receipt, end_date: until, paid_at, created_at, marks } = payment;
	const amount = ksh(payment.amount);
	const day = dayOf(paid_at ?? created_at);
	if (payment.to_assign !== null && payment.adjusted === 0) return both(weHaveIt, weAreAddingIt);
	const subscription =
		until === null
			? payment.to_assign === null
				? { en: 'Thank you for paying.', sw: 'Asante kwa malipo yako.' }
				: weAreAddingIt
			: isOver(until)
				? {
						en: `Your subscription ended on ${plain(until)}.`,
						sw: `Usajili wako uliisha tarehe ${plain(until)}.`,
					}
				: {
						en: `Your subscription runs until ${plain(until)}.`,
						sw: `Usajili wako utaendelea hadi tarehe ${plain(until)}.`,
					};
	if (payment.adjusted > 0) return givenBack(payment, subscription);
	if (receipt === null)
		return both(
			{
				en: `M-Pesa tells us that your payment of ${amount} went through, and its receipt has not reached us yet.`,
				sw: `M-PESA imetuarifu kuwa malipo yako ya ${amount} yamekamilika, lakini msimbo wa M-PESA bado haujatufikia.`,
			},
			needNotPayAgain,
		);
	if (marks.includes('late_success'))
		return both(
			{
				en: `M-Pesa first said that your payment of ${amount} had failed, and then that it went through with receipt ${receipt}.`,
				sw: `Mwanzoni M-PESA ilisema malipo yako ya ${amount} hayakufaulu, kisha ikathibitisha kuwa yamekamilika; msimbo ni ${receipt}.`,
			},
			needNotPayAgain,
		);
	return both(
		{
			en: `We received your payment of ${amount} on ${day}, M-Pesa receipt ${receipt}.`,
			sw: `Malipo yako ya ${amount} ya tarehe ${day} yamepokelewa; msimbo wa M-PESA ni ${receipt}.`,
		},
		subscription,
	);
};

const failed = (payment: Transaction): Said => {
	const [amount, day] = [ksh(payment.amount), dayOf(payment.created_at)];
	const en = `Your payment of ${amount} on ${day} did not go through`;
	const sw = `Malipo yako ya ${amount} ya tarehe ${day} hayakufaulu`;
	const known = becauseOf(payment);
	if (known) return { en: `${en} because ${known.en}`, sw: `${sw} kwa sababu ${known.sw}` };
	const said = payment.result_desc && quoted(payment.result_desc);
	return said
		? { en: `${en}. M-Pesa says: ${said}`, sw: `${sw}. M-PESA inasema: ${said}` }
		: { en: `${en}. M-Pesa did not say why.`, sw: `${sw}. M-PESA haikutaja sababu.` };
};

const pending = (payment: Transaction, awaited: boolean): Said => {
	const { result_code, result_desc, created_at } = payment;
	const amount = ksh(payment.amount);
	if (awaited)
		return {
			en: `A request to pay ${amount} is on your phone now. Please enter your M-Pesa PIN there; we never ask you for it.`,
			sw: `Ombi la kulipa ${amount} liko kwenye simu yako sasa. Tafadhali weka PIN yako ya M-PESA hapo; sisi hatuombi PIN yako kamwe.`,
		};
	const asked = {
		en: `We asked you for ${amount} on ${dayOf(created_at)}, and M-Pesa has not yet told us whether you paid.`,
		sw: `Tulikuomba ${amount} tarehe ${dayOf(created_at)}, lakini M-PESA bado haijatuarifu kama ulilipa.`,
	};
	if (result_desc && result_code !== null && !resultCode(result_code, result_desc))
		return both(asked, {
			en: `It only says: ${quoted(result_desc)}`,
			sw: `Inasema tu: ${quoted(result_desc)}`,
		});
	return both(asked, {
		en: 'Please do not pay again before we have checked; if you have a message from M-Pesa, tell us its receipt.',
		sw: 'Tafadhali usilipe tena kabla hatujahakikisha; ikiwa una ujumbe wa M-PESA, tutumie msimbo wa M-PESA.',
	});
};

/**
 * What to tell the payer of a payment, in two sentences of each language; `awaited` while they have a prompt
 * on their phone. Of a code that nobody knows, M-Pesa's own words.
 */
export const sayThis = (payment: Transaction, awaited: boolean): Said => {
	const isBooked = payment.status === 'completed' && payment.mpesa_receipt_number !== null;
	const reported = isBooked ? undefined : reportedSaid(payment);
	if (reported) return reported;
	const trouble = payment.marks.map((mark) => troubles[mark]).find((each) => each !== undefined);
	if (trouble) return trouble(ksh(payment.amount));
	if (payment.status === 'completed') return paid(payment);
	return payment.status === 'failed' ? failed(payment) : pending(payment, awaited);
};
