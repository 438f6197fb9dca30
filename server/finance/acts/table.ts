import { toAccountKey } from '#shared/account.ts';
import {
	type About,
	type ActInput,
	type DecisionAct,
	decisionActs,
} from '#shared/contract/finance/acts.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { isId } from '../../platform/db/engine.ts';
import { AppError, invalid, notFound } from '../../platform/errors.ts';
import { addDecision } from '../decisions/store.ts';
import { findPaymentAccount } from '../payments/access.ts';
import { requireAccount, toAccountItem } from '../payments/accounts.ts';
import { settleDelivery } from '../payments/booking.ts';
import type { ActingWithPlans } from '../payments/unit-of-work.ts';
import { adjust, giveBack } from './adjustment.ts';
import { assign } from './assignment.ts';
import { recordExpectedReceipt } from './expected-receipt.ts';
import { attachLine, bookLine, settleLine } from './line.ts';
import { addNote, decideToReturn } from './payment.ts';
import { saySame } from './return-of-line.ts';
import { markSeen } from './seen.ts';
import { writeOff } from './write-off.ts';

/** Makes a decision about one thing. Returns its id. */
type Perform<What extends DecisionAct> = (
	acting: ActingWithPlans,
	about: About,
	values: ActInput<What>,
) => Promise<number>;

const returnMoney =
	<Kind extends 'refund' | 'reversal'>(kind: Kind): Perform<Kind> =>
	(acting, about, values) =>
		(about.kind === 'decision' ? giveBack : adjust)(acting, about.id, { kind, ...values });

const readMessageId = ({ id }: About) => {
	if (!/^\d{1,15}$/.test(id)) throw notFound('Message');
	return Number(id);
};

/** Counts a message as a payment; with a payment, as that one. */
const countMessage: Perform<'book'> = (acting, about, { reason = 'Booked', ...values }) =>
	settleDelivery(acting, readMessageId(about), { as: 'payment', ...values, reason });

const giveMonths: Perform<'grant'> = async (acting, { id }, { months, reason }) => {
	const { trx, context } = acting;
	// People name an account by a payment, so that no phone number is sent.
	const account = isId(id) ? await findPaymentAccount(trx, id) : toAccountKey(id);
	if (!account) throw notFound('Account');
	await requireAccount(trx, 'account', account);
	recordAudit(trx, context, {
		action: 'grant',
		item: toAccountItem(account),
		details: { months, reason },
	});
	return addDecision(acting, {
		about: { kind: 'account', id: account },
		what: 'grant',
		months,
		reason,
	});
};

const sayWhatItIs: Perform<'decided'> = (acting, about, values) => {
	if (about.kind === 'line') return settleLine(acting, about.id, values);
	if (about.kind === 'delivery') return settleDelivery(acting, readMessageId(about), values);
	if (values.as !== 'to_return')
		throw invalid('as', 'A payment will be given back, or is written off');
	return decideToReturn(acting, about.id, values.reason);
};

const performs: { [What in DecisionAct]: Perform<What> } = {
	refund: returnMoney('refund'),
	reversal: returnMoney('reversal'),
	assignment: (acting, about, values) => assign(acting, about.id, values),
	grant: giveMonths,
	write_off: (acting, about, values) => writeOff(acting, about.id, values),
	book: (acting, about, values) =>
		about.kind === 'line'
			? bookLine(acting, about.id, values)
			: countMessage(acting, about, values),
	attach: (acting, about, values) =>
		about.kind === 'line'
			? attachLine(acting, about.id, values)
			: countMessage(acting, about, {
					transaction_id: values.transaction_id,
					anyway: values.anyway,
					reason: values.reason ?? 'Attached',
				}),
	decided: sayWhatItIs,
	same: saySame,
	expected: (acting, about, values) => recordExpectedReceipt(acting, about.id, values),
	note: (acting, about, values) => addNote(acting, about.id, values),
	seen: (acting, about, { reason }) => markSeen(acting, about, reason),
};

/** A decision as a request makes it: its act, and what that takes. */
export type ToDecide = {
	[What in DecisionAct]: { what: What; values: ActInput<What> };
}[DecisionAct];

/** Reads what an act takes from a request. Fails with 422, also for what it does not take. */
export const readAct = (what: DecisionAct, sent: Record<string, unknown>): ToDecide => {
	const { input } = decisionActs[what];
	const given = Object.entries(sent).filter(([, value]) => value !== undefined);
	const odd = given.find(([name]) => !Object.hasOwn(input.shape, name));
	if (odd) throw invalid(odd[0], `A decision “${what}” takes no ${odd[0]}`);
	const read = input.safeParse(Object.fromEntries(given));
	if (read.success) return { what, values: read.data } as ToDecide;
	const { issues } = read.error;
	throw new AppError('invalid', issues[0]?.message, {
		fields: Object.fromEntries(
			issues.map(({ path, message }) => [path.join('.'), message]).toReversed(),
		),
	});
};

/** Makes a decision. Returns its id. Fails with 422 if the act cannot be about this, and as the act does. */
export const decide = (
	acting: ActingWithPlans,
	about: About,
	{ what, values }: ToDecide,
): Promise<number> => {
	const kinds: readonly string[] = decisionActs[what].about;
	if (!kinds.includes(about.kind))
		throw invalid('about', `A decision “${what}” is about a ${kinds.join(', or a ')}`);
	return (performs[what] as Perform<never>)(acting, about, values as never);
};
