/** Where Safaricom's API is and who we are there. */
export interface DarajaAccount {
	/** `https://api.safaricom.co.ke`, its sandbox, or a simulator. */
	baseUrl: string;
	consumerKey: string;
	consumerSecret: string;
	shortCode: string;
	/** Who is paid, where it is a till: its number, which differs from that of the store. */
	till?: string | undefined;
	passkey: string;
	transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
}

/** What is known of M-Pesa from outside; all of it is optional. */
export interface MpesaSettings {
	/** Without it nothing is ever sent. */
	account: DarajaAccount | undefined;
	/**
	 * The secret segment of the callback address: the first is sent, each is taken, so that it can be
	 * changed while deliveries are under way. Without any the hooks do not exist.
	 */
	hookTokens: string[];
	/** Addresses and networks that deliveries are trusted from; any, where none is named. */
	sources: string[];
	/** The numbers that a confirmation of ours names; any, where not all of them are known. */
	shortCodes: string[];
}

/** Safaricom refuses callback addresses whose path has one of these words. */
export const REFUSED_IN_CALLBACK = /m-?pesa|safaricom|exec|exe|cmd|sql|query/i;
