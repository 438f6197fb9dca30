import { queryOptions } from '@tanstack/react-query';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { fetchData } from '../../api/client.ts';
import type { PageOf } from '../../api/query-keys.ts';
import type { Option } from './acts.ts';
import { KEY } from './queries.ts';
import { amountOf, moment, money, payerOf } from './words.ts';

const FOUND_MAX = '8';

const ofPayment = (line: ReconciliationLine, payment: Transaction): Option => ({
	...{ lineId: line.id, transactionId: payment.id },
	label: `${money(payment.amount)} · ${payment.mpesa_receipt_number ?? 'No receipt'}`,
	description: [
		payment.payer_name,
		payment.phone_number,
		payment.account_reference,
		moment(payment.paid_at ?? payment.created_at),
		payment.status,
	]
		.filter(Boolean)
		.join(' · '),
	final: payment.status !== 'completed' || payment.mpesa_receipt_number === null,
	unfit: payment.amount !== amountOf(line),
});

const ofLine = (payment: ReconciliationLine, line: ReconciliationLine): Option => ({
	...{ lineId: line.id, transactionId: payment.id },
	label: `${money(amountOf(line))} · ${line.receipt}`,
	description: [payerOf(line), moment(line.at)].filter(Boolean).join(' · '),
	final: payment.receipt === null,
	unfit: amountOf(line) !== amountOf(payment),
});

/** What a line or a payment may be attached to, found by receipt, phone, name or account; of its amount first. */
export const foundQuery = (
	of: ReconciliationLine | null,
	month: string | undefined,
	search: string,
) => {
	const words = { search, limit: FOUND_MAX };
	return queryOptions({
		queryKey: [KEY, 'find', of?.id, search],
		queryFn: async (context): Promise<Option[]> => {
			if (!of) return [];
			const options =
				of.of === 'statement'
					? (await fetchData<PageOf<Transaction>>('/transactions', words)(context)).data.map(
							(each) => ofPayment(of, each),
						)
					: (
							await fetchData<PageOf<ReconciliationLine>>('/reconciliation/lines', {
								...{ month, state: 'only_statement', ...words },
							})(context)
						).data.map((each) => ofLine(of, each));
			return options.sort((one, other) => Number(one.unfit) - Number(other.unfit));
		},
	});
};
