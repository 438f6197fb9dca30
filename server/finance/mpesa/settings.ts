/** Address and credentials of Safaricom's API. */
export interface DarajaAccount {
	/** `https://api.safaricom.co.ke`, its sandbox, or a simulator. */
	baseUrl: string;
	consumerKey: string;
	consumerSecret: string;
	shortCode: string;
	/** The number of the till that is paid, if any. It differs from that of the store. */
	till?: string | undefined;
	passkey: string;
	transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
}

/** Settings of M-Pesa; all are optional. */
export interface MpesaSettings {
	/** Without an account no requests are sent. */
	account: DarajaAccount | undefined;
	/**
	 * Secret segments of the callback address. The first is sent and all are accepted, so that it can be changed while
	 * deliveries are on their way. Without any, the hooks do not exist.
	 */
	hookTokens: string[];
	/** Addresses and networks whose deliveries are trusted; empty for all. */
	sources: string[];
	/** The short codes in our confirmations; empty for all, if not all are known. */
	shortCodes: string[];
	/** The names of the variables without a value. */
	missing?: string[];
}

/** Safaricom refuses callback addresses whose path has one of these words. */
export const REFUSED_IN_CALLBACK = /m-?pesa|safaricom|exec|exe|cmd|sql|query/i;
