import { resultCode, resultCodes } from '#shared/contract/result-codes.ts';
import type { Transaction } from '#shared/contract/transactions.ts';

/** Something in English and in Kenyan Swahili. */
export interface Said {
	en: string;
	sw: string;
}

const ourFault: Said = {
	en: 'something is set up wrongly on our side; it is no fault of yours. We are putting it right with Safaricom and will ask you again.',
	sw: 'kuna hitilafu kwa upande wetu; si kosa lako. Tunairekebisha pamoja na Safaricom, kisha tutakutumia ombi jipya.',
};

const notSent: Said = {
	en: 'M-Pesa could not send the request to your phone. We will send it again shortly.',
	sw: 'M-PESA haikuweza kutuma ombi kwenye simu yako. Tutalituma tena baada ya muda mfupi.',
};

/** By M-Pesa's result code. M-Pesa's own words in Swahili: PIN, salio, ombi, kikomo, nambari. */
const reasons: Readonly<Record<string, Said>> = {
	1: {
		en: 'there was not enough money in your M-Pesa account. Please top up and try again.',
		sw: 'salio lako la M-PESA halikutosha. Tafadhali ongeza pesa kisha ujaribu tena.',
	},
	2: {
		en: 'it is below the smallest amount that M-Pesa takes. We will ask you again for another amount.',
		sw: 'kiasi hicho ni chini ya kiwango cha chini kinachokubaliwa na M-PESA. Tutakutumia ombi jipya lenye kiasi tofauti.',
	},
	3: {
		en: 'it is above the largest amount that M-Pesa takes. We will ask you again for another amount.',
		sw: 'kiasi hicho kimezidi kiwango cha juu kinachokubaliwa na M-PESA. Tutakutumia ombi jipya lenye kiasi tofauti.',
	},
	4: {
		en: 'you have reached your M-Pesa limit for the day. Please try again tomorrow.',
		sw: 'umefikia kikomo chako cha M-PESA cha siku. Tafadhali jaribu tena kesho.',
	},
	8: {
		en: 'our own M-Pesa account could not take it; it is no fault of yours. We are putting it right; please try again later.',
		sw: 'akaunti yetu ya M-PESA haikuweza kuyapokea; si kosa lako. Tunarekebisha hali hiyo; tafadhali jaribu tena baadaye.',
	},
	11: {
		en: 'M-Pesa says that your account cannot pay at present. Please call Safaricom about it, and try again after that.',
		sw: 'M-PESA inasema kuwa akaunti yako haiwezi kulipa kwa sasa. Tafadhali wasiliana na Safaricom kuhusu jambo hili, kisha ujaribu tena.',
	},
	17: {
		en: 'M-Pesa does not take the same amount twice within two minutes. Please wait two minutes and try again.',
		sw: 'M-PESA haikubali kiasi kimoja mara mbili ndani ya dakika mbili. Tafadhali subiri dakika mbili kisha ujaribu tena.',
	},
	20: ourFault,
	21: ourFault,
	26: {
		en: 'M-Pesa was busy. We will send the request again in a moment.',
		sw: 'M-PESA ilikuwa na shughuli nyingi. Tutatuma ombi tena baada ya muda mfupi.',
	},
	1001: {
		en: 'another M-Pesa session was open on your phone. Please wait three minutes and try again.',
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
		en: 'a wrong M-Pesa PIN was entered. Please try again with the right PIN; never tell it to anybody.',
		sw: 'PIN ya M-PESA iliyowekwa si sahihi. Tafadhali jaribu tena kwa PIN sahihi; usimwambie mtu yeyote PIN yako.',
	},
	2006: ourFault,
	2028: ourFault,
	8006: {
		en: 'your M-Pesa PIN is locked. Please call Safaricom about it, and try again after that.',
		sw: 'PIN yako ya M-PESA imefungwa. Tafadhali wasiliana na Safaricom kuhusu jambo hili, kisha ujaribu tena.',
	},
	9999: notSent,
	SFC_IC0003: ourFault,
};

/** What M-Pesa answered with a code of its interface, before a phone rang. */
const refused: Said = {
	en: 'M-Pesa did not take our request, so that your phone was not asked. We are looking into it and will ask you again.',
	sw: 'M-PESA haikukubali ombi letu, kwa hivyo hukupokea ombi kwenye simu yako. Tunalishughulikia na tutakutumia ombi jipya.',
};

/**
 * Why a payment failed, as the end of "… did not go through because", and as a second sentence what the caller does
 * next; undefined for a code that nobody knows.
 */
export const becauseOf = ({ result_code, result_desc }: Transaction): Said | undefined => {
	const code = String(result_code);
	if (Object.hasOwn(reasons, code)) return reasons[code];
	return !Object.hasOwn(resultCodes, code) && resultCode(result_code, result_desc)
		? refused
		: undefined;
};
