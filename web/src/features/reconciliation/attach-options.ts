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

/** A payment that a line can be attached to, or a line that a payment can be attached to. */
interface Option {
	key: string;
	lineId: string;
	transactionId: string;
	label: string;
	description: string;
	final: boolean;
	/** Whether the option is shown but disabled, because its amount does not fit. */
	isDisabled: boolean;
}

const OPTIONS_LIMIT = '8';

/** Formats an instant as `05 Oct 09:15`. */
const shortMoment = (instant: string) => inEastAfrica(instant, 'dd MMM HH:mm');

/** Returns whether a line fits a payment: equal amounts, or a refund of at most the amount not yet refunded. */
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
	isDisabled: !fits(line, payment),
});

const ofLine = (payment: ReconciliationLine, line: ReconciliationLine): Option => ({
	key: line.id,
	lineId: line.id,
	transactionId: payment.id,
	label: `${money(amountOf(line))} · ${line.receipt}`,
	description: [payerOf(line), shortMoment(line.at)].filter(Boolean).join(' · '),
	final: payment.receipt === null,
	isDisabled: amountOf(line) !== amountOf(payment),
});

/** Returns a suggestion as an option. */
export const suggestedOption = (suggestion: ReconciliationSuggestion): Option => ({
	key: suggestion.line_id + suggestion.transaction_id,
	lineId: suggestion.line_id,
	transactionId: suggestion.transaction_id,
	final: suggestion.final,
	isDisabled: false,
	label: `${money(suggestion.amount)} · ${suggestion.receipt ?? 'No receipt'}`,
	description: `${[suggestion.payer, shortMoment(suggestion.at)].filter(Boolean).join(' · ')}. ${suggestion.reason}`,
});

/** Searches options by receipt, phone, name or account; options that fit come first. */
export const attachOptionsQuery = (
	line: ReconciliationLine,
	month: string | undefined,
	search: string,
) => {
	const params = { search, limit: OPTIONS_LIMIT };
	return queryOptions({
		queryKey: [KEY, 'find', line.id, search],
		queryFn: async (context): Promise<Option[]> => {
			const options =
				line.of === 'statement'
					? (await fetchData<PageOf<Transaction>>('/transactions', params)(context)).data.map(
							(each) => ofPayment(line, each),
						)
					: (
							await fetchData<PageOf<ReconciliationLine>>('/reconciliation/lines', {
								month,
								state: 'only_statement',
								...params,
							})(context)
						).data.map((each) => ofLine(line, each));
			return options.sort((a, b) => Number(a.isDisabled) - Number(b.isDisabled));
		},
	});
};
