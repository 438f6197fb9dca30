/** What another table says of a payment. */
export interface Found {
	what: 'outcome' | 'assignment' | 'adjustment' | 'line';
	/** The payment's id; of a line the receipt that it takes back. */
	owner: string;
	/** The row's own number, of an outcome that of its message; a line has none. */
	n: number;
	/** The outcome, or whose the payment is. */
	text: string | null;
	/** Months of an assignment, shillings of the others. */
	amount: number | null;
	receipt: string | null;
}

/** What was found of some payments, by its owner. */
export type Beside = ReadonlyMap<string, readonly Found[]>;
