/** Something in English and in Kenyan Swahili. */
export interface Said {
	en: string;
	sw: string;
}

const ourFault: [Said, Said] = [
	{
		en: 'something is set up wrongly on our side; it is no fault of yours.',
		sw: 'kuna hitilafu kwa upande wetu; si kosa lako.',
	},
	{
		en: 'We are putting it right with Safaricom and will ask you again.',
		sw: 'Tunairekebisha pamoja na Safaricom, kisha tutakutumia ombi jipya.',
	},
];

const notSent: [Said, Said] = [
	{
		en: 'M-Pesa could not send the request to your phone.',
		sw: 'M-PESA haikuweza kutuma ombi kwenye simu yako.',
	},
	{ en: 'We will send it again shortly.', sw: 'Tutalituma tena baada ya muda mfupi.' },
];

const callSafaricom: Said = {
	en: 'Please call Safaricom about it, and try again after that.',
	sw: 'Tafadhali wasiliana na Safaricom kuhusu jambo hili, kisha ujaribu tena.',
};

const tryAgain: Said = { en: 'Please try again.', sw: 'Tafadhali jaribu tena.' };

/**
 * Why a payment failed, as the end of "… did not go through because", and what the caller does next; by
 * M-Pesa's result code. M-Pesa's own words in Swahili: PIN, salio, ombi, kikomo, nambari.
 */
export const becauseOf: Readonly<Record<string, readonly [why: Said, next: Said]>> = {
	1: [
		{
			en: 'there was not enough money in your M-Pesa account.',
			sw: 'salio lako la M-PESA halikutosha.',
		},
		{ en: 'Please top up and try again.', sw: 'Tafadhali ongeza pesa kisha ujaribu tena.' },
	],
	2: [
		{
			en: 'it is below the smallest amount that M-Pesa takes.',
			sw: 'kiasi hicho ni chini ya kiwango cha chini kinachokubaliwa na M-PESA.',
		},
		{
			en: 'We will ask you again for another amount.',
			sw: 'Tutakutumia ombi jipya lenye kiasi tofauti.',
		},
	],
	3: [
		{
			en: 'it is above the largest amount that M-Pesa takes.',
			sw: 'kiasi hicho kimezidi kiwango cha juu kinachokubaliwa na M-PESA.',
		},
		{
			en: 'We will ask you again for another amount.',
			sw: 'Tutakutumia ombi jipya lenye kiasi tofauti.',
		},
	],
	4: [
		{
			en: 'you have reached your M-Pesa limit for the day.',
			sw: 'umefikia kikomo chako cha M-PESA cha siku.',
		},
		{ en: 'Please try again tomorrow.', sw: 'Tafadhali jaribu tena kesho.' },
	],
	8: [
		{
			en: 'our own M-Pesa account could not take it; it is no fault of yours.',
			sw: 'akaunti yetu ya M-PESA haikuweza kuyapokea; si kosa lako.',
		},
		{
			en: 'We are putting it right; please try again later.',
			sw: 'Tunarekebisha hali hiyo; tafadhali jaribu tena baadaye.',
		},
	],
	11: [
		{
			en: 'M-Pesa says that your account cannot pay at present.',
			sw: 'M-PESA inasema kuwa akaunti yako haiwezi kulipa kwa sasa.',
		},
		callSafaricom,
	],
	17: [
		{
			en: 'M-Pesa does not take the same amount twice within two minutes.',
			sw: 'M-PESA haikubali kiasi kimoja mara mbili ndani ya dakika mbili.',
		},
		{
			en: 'Please wait two minutes and try again.',
			sw: 'Tafadhali subiri dakika mbili kisha ujaribu tena.',
		},
	],
	20: ourFault,
	21: ourFault,
	26: [
		{ en: 'M-Pesa was busy.', sw: 'M-PESA ilikuwa na shughuli nyingi.' },
		{
			en: 'We will send the request again in a moment.',
			sw: 'Tutatuma ombi tena baada ya muda mfupi.',
		},
	],
	1001: [
		{
			en: 'another M-Pesa session was open on your phone.',
			sw: 'muamala mwingine wa M-PESA ulikuwa unaendelea kwenye simu yako.',
		},
		{
			en: 'Please wait three minutes and try again.',
			sw: 'Tafadhali subiri dakika tatu kisha ujaribu tena.',
		},
	],
	1019: [{ en: 'it was not finished in time.', sw: 'hayakukamilika kwa wakati.' }, tryAgain],
	1025: notSent,
	1032: [
		{ en: 'the request was cancelled on your phone.', sw: 'ombi lilighairiwa kwenye simu yako.' },
		{
			en: 'If you still want to pay, please try again.',
			sw: 'Ikiwa bado ungependa kulipa, tafadhali jaribu tena.',
		},
	],
	1037: [
		{
			en: 'your phone could not be reached or nobody answered.',
			sw: 'simu yako haikupatikana au hakuna aliyejibu ombi.',
		},
		{
			en: 'Please switch your phone on, keep it at hand and try again.',
			sw: 'Tafadhali washa simu yako, iweke karibu kisha ujaribu tena.',
		},
	],
	2001: [
		{ en: 'a wrong M-Pesa PIN was entered.', sw: 'PIN ya M-PESA iliyowekwa si sahihi.' },
		{
			en: 'Please try again with the right PIN; never tell it to anybody.',
			sw: 'Tafadhali jaribu tena kwa PIN sahihi; usimwambie mtu yeyote PIN yako.',
		},
	],
	2006: ourFault,
	2028: ourFault,
	8006: [{ en: 'your M-Pesa PIN is locked.', sw: 'PIN yako ya M-PESA imefungwa.' }, callSafaricom],
	9999: notSent,
	SFC_IC0003: ourFault,
};

/** What M-Pesa answered with a code of its interface, before a phone rang. */
export const refused: readonly [Said, Said] = [
	{
		en: 'M-Pesa did not take our request, so that your phone was not asked.',
		sw: 'M-PESA haikukubali ombi letu, kwa hivyo hukupokea ombi kwenye simu yako.',
	},
	{
		en: 'We are looking into it and will ask you again.',
		sw: 'Tunalishughulikia na tutakutumia ombi jipya.',
	},
];
