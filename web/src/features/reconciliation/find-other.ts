import { queryOptions } from '@tanstack/react-query';
import type {
	ReconciliationLine,
	ReconciliationSuggestion,
} from '#shared/contract/reconciliation.ts';
import type { Transaction } from '#shared/contract/transactions.ts';
import { fetchData } from '../../api/client.ts';
import type { PageOf } from '../../api/query-keys.ts';
import { inEastAfrica } from '../../ui/dates/dates.ts';
import { money } from '../../ui/money.ts';
import { KEY } from './queries.ts';
import { amountOf, payerOf } from './words.ts';

/** One that a line can be attached to, or, of a payment, one of the lines that it can be attached by. */
interface Option {
	key: string;
	lineId: string;
	transactionId: string;
	label: string;
	description: string;
	final: boolean;
	/** Of another amount: it is shown, and cannot be chosen. */
	unfit: boolean;
}

const FOUND_MAX = '8';

/** An instant on a statement: `05 Oct 09:15`. */
const shortMoment = (instant: string) => inEastAfrica(instant, 'dd MMM HH:mm');

/** Returns whether a line can be about a payment: the amounts agree, or a refund is at most what is left of it. */
const fits = (line: ReconciliationLine, { amount, adjusted, status }: Transaction) => {
	const moved = Math.abs(amountOf(line));
	if (line.state !== 'paid_out') return amount === moved;
	return status === 'completed' && Math.floor(moved) <= amount - adjusted;
};

const ofPayment = (line: ReconciliationLine, payment: Transaction): Option => ({
	key: payment.id,
	lineId: line.id,
	transactionId: payment.id,
	label: `${money(payment.amount)} · ${payment.mpesa_receipt_number ?? 'No receipt'}`,
	description: [
		payment.payer_name,
		payment.phone_number,
		payment.account_reference,
		shortMoment(payment.paid_at ?? payment.created_at),
		payment.status,
	]
		.filter(Boolean)
		.join(' · '),
	final:
		line.state !== 'paid_out' &&
		(payment.status !== 'completed' || payment.mpesa_receipt_number === null),
	unfit: !fits(line, payment),
});

const ofLine = (payment: ReconciliationLine, line: ReconciliationLine): Option => ({
	key: line.id,
	lineId: line.id,
	transactionId: payment.id,
	label: `${money(amountOf(line))} · ${line.receipt}`,
	description: [payerOf(line), shortMoment(line.at)].filter(Boolean).join(' · '),
	final: payment.receipt === null,
	unfit: amountOf(line) !== amountOf(payment),
});

/** A suggestion as it stands among others to choose from. */
export const suggestedOption = (of: ReconciliationSuggestion): Option => ({
	key: of.line_id + of.transaction_id,
	lineId: of.line_id,
	transactionId: of.transaction_id,
	final: of.final,
	unfit: false,
	label: `${money(of.amount)} · ${of.receipt ?? 'No receipt'}`,
	description: `${[of.payer, shortMoment(of.at)].filter(Boolean).join(' · ')}. ${of.reason}`,
});

/** What a line or a payment may be attached to, found by receipt, phone, name or account; of its amount first. */
export const foundQuery = (of: ReconciliationLine, month: string | undefined, search: string) => {
	const words = { search, limit: FOUND_MAX };
	return queryOptions({
		queryKey: [KEY, 'find', of.id, search],
		queryFn: async (context): Promise<Option[]> => {
			const options =
				of.of === 'statement'
					? (await fetchData<PageOf<Transaction>>('/transactions', words)(context)).data.map(
							(each) => ofPayment(of, each),
						)
					: (
							await fetchData<PageOf<ReconciliationLine>>('/reconciliation/lines', {
								month,
								state: 'only_statement',
								...words,
							})(context)
						).data.map((each) => ofLine(of, each));
			return options.sort((one, other) => Number(one.unfit) - Number(other.unfit));
		},
	});
};
