/** What a delivery says, as far as a person looks for it; undefined where it says nothing of the kind. */
export interface DeliveryFields {
	receipt?: string;
	amount?: string;
	phone?: string;
	reference?: string;
	request?: string;
	result?: string;
	shortCode?: string;
	payer?: string;
}

/** The names of Daraja's confirmations and, among the items of its callbacks, of the same things. */
const names: Record<string, keyof DeliveryFields> = {
	TransID: 'receipt',
	MpesaReceiptNumber: 'receipt',
	TransAmount: 'amount',
	Amount: 'amount',
	MSISDN: 'phone',
	PhoneNumber: 'phone',
	BillRefNumber: 'reference',
	CheckoutRequestID: 'request',
	ResultDesc: 'result',
	BusinessShortCode: 'shortCode',
	FirstName: 'payer',
	MiddleName: 'payer',
	LastName: 'payer',
};

const plain = (value: unknown) =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const gather = (value: unknown, fields: DeliveryFields): void => {
	if (typeof value !== 'object' || value === null) return;
	const item = value as Record<string, unknown>;
	const named = typeof item.Name === 'string' ? { [item.Name]: item.Value } : item;
	for (const [name, inner] of Object.entries(named)) {
		const field = names[name];
		const text = plain(inner);
		if (field === 'payer' && text) fields.payer = [fields.payer, text].filter(Boolean).join(' ');
		else if (field && text) fields[field] ??= text;
		gather(inner, fields);
	}
};

/** Reads a delivery's body; what cannot be read says nothing. */
export const readDeliveryFields = (body: string): DeliveryFields => {
	const fields: DeliveryFields = {};
	try {
		gather(JSON.parse(body), fields);
	} catch {
		return {};
	}
	return fields;
};
