import { randomInt } from 'node:crypto';
import { findAccountProblem, makeAccountNumber, toAccountKey } from '#shared/account.ts';
import type { MadeAccounts, RefusedAccount } from '#shared/contract/finance/accounts.ts';
import { countEdits } from '#shared/edits.ts';
import { formatCount } from '#shared/grouped.ts';
import { maskPhone, PHONE } from '#shared/phone.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import { formatActor } from '../../platform/audit-context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { hasText } from '../../platform/db/engine.ts';
import { runInChunks } from '../../platform/db/in-chunks.ts';
import { AppError } from '../../platform/errors.ts';
import {
	type AccountRow,
	findEndsOfRequests,
	isExistingAccount,
	keepAccounts,
	lockAccounts,
	selectOpen,
} from './existing-accounts.ts';
import { refreshAccounts } from './refresh.ts';

/** The maker of an account that a learner's device made. */
export const DEVICE = { made_by: 'learner', made_name: 'Device' };

const SIGNS_MAX = 2;
/** Below this length, two swaps can change every part of two signs. */
const SHORT = 8;
const SHOWN_MAX = 3;
/** Refused accounts of one call that are compared with the existing ones. */
const COMPARED_MAX = 50;

/**
 * Finds existing accounts that differ from an account in one or two signs, nearest first. Two edits, even swaps, leave
 * a part of the text unchanged, so only accounts that contain one of its parts are compared.
 */
export const findSimilarAccounts = async (db: Db, account: string | null) => {
	const key = toAccountKey(account) ?? '';
	if (!/\d/.test(key) || PHONE.test(key)) return [];
	const length = key.length < SHORT ? 1 : 2;
	const parts = Array.from({ length: Math.floor(key.length / length) }, (_, at) =>
		key.slice(at * length, (at + 1) * length),
	);
	const rows = await selectOpen(db)
		.where((eb) => eb.or(parts.map((part) => hasText(db, 'account', part))))
		.execute();
	return rows
		.flatMap((row) => {
			const signs = countEdits(key, row.account, SIGNS_MAX);
			return signs ? [{ account: row.account, signs }] : [];
		})
		.toSorted((a, b) => a.signs - b.signs || (a.account < b.account ? -1 : 1))
		.slice(0, SHOWN_MAX)
		.map((row) => row.account);
};

/**
 * Fails with 422 `unknown_account` for a field with an account that does not exist, naming the accounts that are like it.
 * Otherwise the account exists until the transaction ends.
 */
export const requireAccount = async (db: Db, field: string, account: string) => {
	await keepAccounts(db);
	if (await isExistingAccount(db, toAccountKey(account) ?? '')) return;
	const did_you_mean = await findSimilarAccounts(db, account);
	const problem = findAccountProblem(account);
	const [nearest] = did_you_mean;
	const advice = nearest
		? `Did you mean ${nearest}?`
		: problem === undefined
			? 'Please add the account first.'
			: `${problem}.`;
	const message = `There is no account ${account}. ${advice}`;
	throw new AppError('unknown_account', message, {
		fields: { [field]: message },
		data: { did_you_mean },
	});
};

/** Fails like {@link requireAccount}; an account that the upgrade closed passes. */
export const requireRow = async (db: Db, field: string, account: string) => {
	const findEnd = await findEndsOfRequests(db, [account]);
	if (findEnd(account) === Number.NEGATIVE_INFINITY) await requireAccount(db, field, account);
};

const insertAccounts = async (
	{ trx, now }: Acting,
	accounts: readonly string[],
	maker: Pick<AccountRow, 'made_by' | 'made_name'>,
) => {
	const row = { ...maker, created_at: new Date(now).toISOString(), closed_at: null };
	const made: string[] = [];
	await runInChunks(accounts, async (chunk) => {
		const rows = await trx
			.insertInto('accounts')
			.values(chunk.map((account) => ({ account, ...row })))
			.onConflict((conflict) => conflict.column('account').doNothing())
			.returning('account')
			.execute();
		made.push(...rows.map(({ account }) => account));
	});
	return made;
};

/**
 * Makes accounts, with one audit row. Returns the new and the known ones, in comparable form. Fails with 422 for each one
 * that cannot be made; then none is made.
 */
export const makeAccounts = async (
	acting: Acting,
	typed: readonly string[],
): Promise<MadeAccounts> => {
	const { trx, context } = acting;
	const problems = typed.flatMap((account, at) => {
		const why = findAccountProblem(account);
		return why === undefined ? [] : [{ at, account, why }];
	});
	if (problems.length > 0) {
		const refused: RefusedAccount[] = [];
		for (const [n, { account, why }] of problems.entries()) {
			const did_you_mean = n < COMPARED_MAX ? await findSimilarAccounts(trx, account) : [];
			refused.push({ account, why, did_you_mean });
		}
		throw new AppError('invalid', `${formatCount(refused.length, 'account')} cannot be made.`, {
			fields: Object.fromEntries(problems.map(({ at, why }) => [`accounts.${at}`, why])),
			data: { refused },
		});
	}
	const keys = [...new Set(typed.map((account) => toAccountKey(account) as string))];
	const actor = { made_by: formatActor(context.actor), made_name: context.actor.name };
	const wanted = keys.filter((key) => !PHONE.test(key)).sort();
	await lockAccounts(trx);
	const made = new Set(await insertAccounts(acting, wanted, actor));
	await refreshAccounts(trx, [...made], acting.now);
	if (made.size > 0)
		recordAudit(trx, context, {
			action: 'create',
			item: { kind: 'account', id: null, name: formatCount(made.size, 'account') },
			details: { accounts: [...made] },
		});
	return {
		made: keys.filter((key) => made.has(key)),
		known: keys.filter((key) => !made.has(key)),
	};
};

const isTyped = async (trx: Trx, account: string) =>
	(await trx
		.selectFrom('payments')
		.select('id')
		.where('account', '=', account)
		.limit(1)
		.executeTakeFirst()) !== undefined;

/** Makes a new account for a device: a number that nobody has or typed. */
export const makeDeviceAccount = async (acting: Acting): Promise<string> => {
	const account = makeAccountNumber(randomInt(2 ** 32) / 2 ** 32);
	const isFree =
		!(await isTyped(acting.trx, account)) &&
		(await insertAccounts(acting, [account], DEVICE)).length === 1;
	return isFree ? account : makeDeviceAccount(acting);
};

/** Returns an account as an audit row names it, without a whole phone number. */
export const toAccountItem = (account: string) => {
	const name = PHONE.test(account) ? maskPhone(account) : account;
	return { kind: 'account' as const, id: name, name };
};
