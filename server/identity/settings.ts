/** Who sends e-mails for us. */
export interface MailSettings {
	/** `smtp://user:password@host:587`. */
	url: string;
	from: string;
}

/** Who becomes the first administrator without a person at a browser. */
export interface FirstAdmin {
	email: string;
	password: string;
}
