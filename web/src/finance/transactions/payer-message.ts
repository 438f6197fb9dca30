import type { AccountAccess, StaffAccess } from '#shared/contract/finance/accounts.ts';
import type { Plan } from '#shared/contract/finance/plans.ts';
import { findResultCode, resultCodes } from '#shared/contract/finance/result-codes.ts';
import type { Transaction } from '#shared/contract/finance/transactions.ts';
import type { Mark } from '#shared/contract/finance/transactions-query.ts';
import { formatMessageDay, SWAHILI_MONTHS } from '#shared/east-africa-time.ts';
import { formatCount } from '#shared/grouped.ts';
import { formatKsh } from '../../platform/ui/format/money.ts';
import { formatQuote } from '../ui/formats.ts';
import { findUnpaidRequest } from './delivery-fields.ts';

/** A text in English and in Kenyan Swahili. */
interface BilingualText {
	en: string;
	sw: string;
}

const ourFault: BilingualText = {
	en: 'something is set up wrongly on our side; it is not your mistake. Please try again later.',
	sw: 'kuna hitilafu kwa upande wetu; si kosa lako. Tafadhali jaribu tena baadaye.',
};

const notSent: BilingualText = {
	en: 'M-PESA could not send the request to your phone. Please ask us to send it again.',
	sw: 'M-PESA haikuweza kutuma ombi kwenye simu yako. Tafadhali tuombe tulitume tena.',
};

/** Reasons by M-Pesa's result code. The Swahili uses M-Pesa's own words: PIN, salio, ombi, kikomo, msimbo. */
const reasons: Readonly<Record<string, BilingualText>> = {
	1: {
		en: 'there was not enough money in your M-PESA account. Please top up and try again.',
		sw: 'salio lako la M-PESA halikutosha. Tafadhali ongeza pesa kisha ujaribu tena.',
	},
	2: {
		en: 'it is below the smallest amount that M-PESA takes. Please ask us for another amount.',
		sw: 'kiasi hicho ni chini ya kiwango cha chini kinachokubaliwa na M-PESA. Tafadhali tuombe tukutumie ombi lenye kiasi tofauti.',
	},
	3: {
		en: 'it is above the largest amount that M-PESA takes. Please ask us for another amount.',
		sw: 'kiasi hicho kimezidi kiwango cha juu kinachokubaliwa na M-PESA. Tafadhali tuombe tukutumie ombi lenye kiasi tofauti.',
	},
	4: {
		en: 'you have reached your M-PESA limit for the day. Please try again tomorrow.',
		sw: 'umefikia kikomo chako cha M-PESA cha siku. Tafadhali jaribu tena kesho.',
	},
	8: {
		en: 'our own M-PESA account could not take it; it is not your mistake. Please try again later.',
		sw: 'akaunti yetu ya M-PESA haikuweza kuyapokea; si kosa lako. Tafadhali jaribu tena baadaye.',
	},
	11: {
		en: 'M-PESA says that your account cannot pay at present. Please call Safaricom about it, and try again after that.',
		sw: 'M-PESA inasema kuwa akaunti yako haiwezi kulipa kwa sasa. Tafadhali wasiliana na Safaricom kuhusu jambo hili, kisha ujaribu tena.',
	},
	17: {
		en: 'M-PESA does not take the same amount twice within two minutes. Please wait two minutes and try again.',
		sw: 'M-PESA haikubali kiasi kimoja mara mbili ndani ya dakika mbili. Tafadhali subiri dakika mbili kisha ujaribu tena.',
	},
	20: ourFault,
	21: ourFault,
	26: {
		en: 'M-PESA was busy. Please wait a minute and try again.',
		sw: 'M-PESA ilikuwa na shughuli nyingi. Tafadhali subiri dakika moja kisha ujaribu tena.',
	},
	1001: {
		en: 'another M-PESA session was open on your phone. Please wait three minutes and try again.',
		sw: 'muamala mwingine wa M-PESA ulikuwa unaendelea kwenye simu yako. Tafadhali subiri dakika tatu kisha ujaribu tena.',
	},
	1019: {
		en: 'it was not finished in time. Please try again.',
		sw: 'hayakukamilika kwa wakati. Tafadhali jaribu tena.',
	},
	1025: notSent,
	1032: {
		en: 'the request was cancelled on your phone. If you still want to pay, please try again.',
		sw: 'ombi lilighairiwa kwenye simu yako. Ikiwa bado ungependa kulipa, tafadhali jaribu tena.',
	},
	1037: {
		en: 'your phone could not be reached or nobody answered. Please switch your phone on, keep it at hand and try again.',
		sw: 'simu yako haikupatikana au hakuna aliyejibu ombi. Tafadhali washa simu yako, iweke karibu kisha ujaribu tena.',
	},
	2001: {
		en: 'a wrong M-PESA PIN was entered. Please try again with the right PIN; do not share your PIN.',
		sw: 'PIN ya M-PESA uliyoweka haikuwa sahihi. Tafadhali jaribu tena kwa PIN sahihi; usimwambie mtu yeyote PIN yako.',
	},
	2006: ourFault,
	2028: ourFault,
	8006: {
		en: 'your M-PESA PIN is locked. Please call Safaricom about it, and try again after that.',
		sw: 'PIN yako ya M-PESA imefungwa. Tafadhali wasiliana na Safaricom kuhusu jambo hili, kisha ujaribu tena.',
	},
	9999: notSent,
	SFC_IC0003: ourFault,
};

/** The reason for all error codes of M-Pesa's API, which precede any prompt. */
const refused: BilingualText = {
	en: 'M-PESA did not take our request, so that your phone was not asked. Please try again later.',
	sw: 'M-PESA haikukubali ombi letu, kwa hivyo hukupokea ombi kwenye simu yako. Tafadhali jaribu tena baadaye.',
};

/**
 * Returns why a payment failed, as the end of "… did not go through because", and what the payer does next; undefined
 * for an unknown code.
 */
const findReason = ({ result_code, result_desc }: Transaction): BilingualText | undefined => {
	const code = String(result_code);
	if (Object.hasOwn(reasons, code)) return reasons[code];
	return !Object.hasOwn(resultCodes, code) && findResultCode(result_code, result_desc)
		? refused
		: undefined;
};

/** Formats the day of an instant or a date in both languages. */
const formatDay = (at: string): BilingualText => {
	const ms = Date.parse(at.length === 10 ? `${at}T00:00:00+03:00` : at);
	return { en: formatMessageDay(ms), sw: formatMessageDay(ms, SWAHILI_MONTHS) };
};

const join = (first: BilingualText, second: BilingualText): BilingualText => ({
	en: `${first.en} ${second.en}`,
	sw: `${first.sw} ${second.sw}`,
});

const needNotPayAgain: BilingualText = {
	en: 'You need not pay again.',
	sw: 'Huna haja ya kulipa tena.',
};

const weHaveIt: BilingualText = { en: 'We have your payment.', sw: 'Tumepokea malipo yako.' };

/** What the payer of a payment that waits for a person can do, by the reason. */
const waitingFor = {
	no_account: {
		en: 'Please tell us the account number that it is for.',
		sw: 'Tafadhali tuambie nambari ya akaunti unayolipia.',
	},
	unknown_account: {
		en: 'We have no account with the number that you entered; please tell us the right one.',
		sw: 'Hatuna akaunti yenye nambari uliyoweka; tafadhali tuambie nambari sahihi.',
	},
	no_plan: {
		en: 'The amount is not one of our prices; please tell us how many months it is for.',
		sw: 'Kiasi hicho si mojawapo ya bei zetu; tafadhali tuambie ni malipo ya miezi mingapi.',
	},
} satisfies Record<string, BilingualText>;

const describeWait = (payment: Transaction): BilingualText | undefined => {
	if (findUnpaidRequest(payment)) return waitingFor.no_plan;
	const why = payment.to_assign;
	const texts: Record<string, BilingualText> = waitingFor;
	return why === null ? undefined : (texts[why] ?? waitingFor.no_account);
};

/** Says what more opens months, together with the payments that wait. */
const describeMissing = ({ amount, months }: Plan): BilingualText => ({
	en: `${formatKsh(amount)} more opens ${formatCount(months, 'month')}.`,
	sw: `${formatKsh(amount)} zaidi zitafungua ${months === 1 ? 'mwezi 1' : `miezi ${months}`}.`,
});

const weAreChecking: BilingualText = {
	en: 'We are checking it; please keep the M-PESA message and do not pay again.',
	sw: 'Tunafuatilia suala hili; tafadhali hifadhi ujumbe wa M-PESA na usilipe tena.',
};

/** Problems with a payment that the payer must hear first. */
const troubles: Partial<Record<Mark, (amount: string) => BilingualText>> = {
	amount_mismatch: (amount) =>
		join(
			{
				en: `M-PESA has reported another amount than the ${amount} that we asked you for.`,
				sw: `M-PESA imetuarifu kiasi tofauti na ${amount} tulizokuomba.`,
			},
			weAreChecking,
		),
	receipt_reused: () =>
		join(
			{
				en: 'The M-PESA code named for your payment belongs to another payment as well.',
				sw: 'Msimbo wa M-PESA ya malipo yako unatumika pia kwa malipo mengine.',
			},
			weAreChecking,
		),
};

/** Describes money that M-Pesa reported and we did not book: the payer must not pay again. */
const describeReported = ({ amount, reported }: Transaction): BilingualText | undefined => {
	if (!reported) return undefined;
	const { amount: paid, receipt, settlement } = reported;
	const sum = paid === null ? undefined : formatKsh(paid);
	const isOther = paid !== amount;
	const first = {
		en: `M-PESA reported ${sum ?? 'your payment'}${receipt === null ? '' : `, M-PESA code ${receipt}`}${isOther ? `; we asked you for ${formatKsh(amount)}` : ''}.`,
		sw: `M-PESA imetuarifu ${sum ?? 'malipo yako'}${receipt === null ? '' : `, msimbo wa M-PESA ${receipt}`}${isOther ? `; tulikutumia ombi la kulipa ${formatKsh(amount)}` : ''}.`,
	};
	if (settlement?.as === 'to_return')
		return join(first, {
			en: 'We are returning this money to you.',
			sw: 'Tunakurudishia pesa hizi.',
		});
	return join(first, weAreChecking);
};

/** Describes a payment that was refunded in full or in part. */
const describeRefund = (payment: Transaction, subscription: BilingualText): BilingualText => {
	const { amount, adjusted, mpesa_receipt_number: receipt, paid_at, created_at } = payment;
	const [sum, day] = [formatKsh(amount), formatDay(paid_at ?? created_at)];
	const by = receipt === null ? '' : `, M-PESA code ${receipt},`;
	const kwa = receipt === null ? '' : `, msimbo wa M-PESA ${receipt},`;
	if (adjusted >= amount)
		return {
			en: `Your payment of ${sum} on ${day.en}${by} was given back to you in full. Please look for it in your messages from M-PESA.`,
			sw: `Umerudishiwa pesa zote za malipo yako ya ${sum} ya tarehe ${day.sw}${kwa.replace(/,$/, '')}. Tafadhali angalia ujumbe wako wa M-PESA.`,
		};
	return join(
		{
			en: `Of your payment of ${sum} on ${day.en}${by} ${formatKsh(adjusted)} was given back to you.`,
			sw: `Kati ya malipo yako ya ${sum} ya tarehe ${day.sw}${kwa} umerudishiwa ${formatKsh(adjusted)}.`,
		},
		subscription,
	);
};

/** The access of the account of a payment. */
export type Access = Pick<AccountAccess, 'open' | 'until'> & Partial<Pick<StaffAccess, 'missing'>>;

const describePaid = (payment: Transaction, access: Access | null): BilingualText => {
	const { mpesa_receipt_number: receipt, paid_at, created_at, marks } = payment;
	const { open = false, until = null } = access ?? {};
	const amount = formatKsh(payment.amount);
	const day = formatDay(paid_at ?? created_at);
	const waits = describeWait(payment);
	const missing = payment.to_assign === 'no_plan' && access?.missing;
	if (missing) return join(weHaveIt, describeMissing(missing));
	if (waits && payment.adjusted === 0) return join(weHaveIt, waits);
	const thanks = { en: 'Thank you for paying.', sw: 'Asante kwa malipo yako.' };
	const subscription =
		until === null
			? (waits ?? thanks)
			: open
				? {
						en: `Your subscription runs until ${formatDay(until).en}.`,
						sw: `Usajili wako utaendelea hadi tarehe ${formatDay(until).sw}.`,
					}
				: {
						en: `Your subscription ended on ${formatDay(until).en}.`,
						sw: `Usajili wako uliisha tarehe ${formatDay(until).sw}.`,
					};
	if (payment.adjusted > 0) return describeRefund(payment, subscription);
	if (receipt === null)
		return join(
			{
				en: `M-PESA tells us that your payment of ${amount} went through, and its M-PESA code has not reached us yet.`,
				sw: `M-PESA imetuarifu kuwa malipo yako ya ${amount} yamekamilika, lakini msimbo wa M-PESA bado haujatufikia.`,
			},
			needNotPayAgain,
		);
	if (marks.includes('late_success'))
		return join(
			{
				en: `M-PESA first said that your payment of ${amount} had failed, and then that it went through with code ${receipt}.`,
				sw: `Mwanzoni M-PESA ilisema malipo yako ya ${amount} hayakufaulu, kisha ikathibitisha kuwa yamekamilika; msimbo ni ${receipt}.`,
			},
			needNotPayAgain,
		);
	return join(
		{
			en: `We received your payment of ${amount} on ${day.en}, M-PESA code ${receipt}.`,
			sw: `Malipo yako ya ${amount} ya tarehe ${day.sw} yamepokelewa; msimbo wa M-PESA ni ${receipt}.`,
		},
		subscription,
	);
};

const describeFailed = (payment: Transaction): BilingualText => {
	const [amount, day] = [formatKsh(payment.amount), formatDay(payment.created_at)];
	const en = `Your payment of ${amount} on ${day.en} did not go through`;
	const sw = `Malipo yako ya ${amount} ya tarehe ${day.sw} hayakufaulu`;
	const reason = findReason(payment);
	if (reason) return { en: `${en} because ${reason.en}`, sw: `${sw} kwa sababu ${reason.sw}` };
	const description = payment.result_desc && formatQuote(payment.result_desc);
	return description
		? { en: `${en}. M-PESA says: ${description}`, sw: `${sw}. M-PESA inasema: ${description}` }
		: { en: `${en}. M-PESA did not say why.`, sw: `${sw}. M-PESA haikutaja sababu.` };
};

const describePending = (payment: Transaction, awaited: boolean): BilingualText => {
	const { result_code, result_desc, created_at } = payment;
	const amount = formatKsh(payment.amount);
	if (awaited)
		return {
			en: `A request to pay ${amount} is on your phone now. Please enter your M-PESA PIN there; we never ask you for it.`,
			sw: `Ombi la kulipa ${amount} liko kwenye simu yako sasa. Tafadhali weka PIN yako ya M-PESA hapo; sisi hatuombi PIN yako kamwe.`,
		};
	const request = {
		en: `We asked you for ${amount} on ${formatDay(created_at).en}, and M-PESA has not yet told us whether you paid.`,
		sw: `Tulikutumia ombi la kulipa ${amount} tarehe ${formatDay(created_at).sw}, lakini M-PESA bado haijatuarifu kama ulilipa.`,
	};
	if (result_desc && result_code !== null && !findResultCode(result_code, result_desc))
		return join(request, {
			en: `It only says: ${formatQuote(result_desc)}`,
			sw: `Inasema tu: ${formatQuote(result_desc)}`,
		});
	return join(request, {
		en: 'Please do not pay again before we have checked; if you have a message from M-PESA, send us its M-PESA code.',
		sw: 'Tafadhali usilipe tena kabla hatujahakikisha; ikiwa una ujumbe wa M-PESA, tutumie msimbo wa M-PESA.',
	});
};

/**
 * Returns what to tell the payer, in two sentences of each language; `awaited` means that they have a prompt on their
 * phone, and `access` is that of the payment's account. For an unknown code, quotes M-Pesa.
 */
export const buildPayerMessage = (
	payment: Transaction,
	awaited: boolean,
	access: Access | null,
): BilingualText => {
	const isPaid = payment.status === 'completed' || payment.status === 'written_off';
	const isBooked = isPaid && payment.mpesa_receipt_number !== null;
	const reported = isBooked ? undefined : describeReported(payment);
	if (reported) return reported;
	const trouble = payment.marks.map((mark) => troubles[mark]).find((each) => each !== undefined);
	if (trouble) return trouble(formatKsh(payment.amount));
	if (isPaid) return describePaid(payment, access);
	return payment.status === 'failed' ? describeFailed(payment) : describePending(payment, awaited);
};
