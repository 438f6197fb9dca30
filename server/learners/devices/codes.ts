import { createHmac, randomInt, randomUUIDv7 } from 'node:crypto';
import { CODE_LENGTH, CODE_SIGNS, type SignInCode } from '#shared/contract/finance/accounts.ts';
import { toAccountItem } from '../../finance/payments/accounts.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Trx } from '../../platform/db/database.ts';

/** A one-time code with which staff let a device sign in. The code is stored as a hash. */
interface CodeRow {
	id: string;
	/** In comparable form. */
	account: string;
	code_hash: string;
	created_at: string;
	until: string;
	used_at: string | null;
	/** The person, or the key, that made it. */
	actor_name: string;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		learner_codes: CodeRow;
	}
}

const LIFETIME_MS = 24 * 60 * 60_000;

/** Returns the hash of a code. It needs the secret of the installation: a code has only 37 bits. */
const hashCode = (secret: string, account: string, code: string) =>
	createHmac('sha256', secret).update(`code ${account} ${code}`).digest('base64url');

/** Makes a code that signs one device in to an account within 24 hours. */
export const makeCode = async (
	{ trx, context, now }: Acting,
	account: string,
	secret: string,
): Promise<SignInCode> => {
	const code = Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]);
	const until = new Date(now + LIFETIME_MS).toISOString();
	await trx
		.insertInto('learner_codes')
		.values({
			id: randomUUIDv7(),
			account,
			code_hash: hashCode(secret, account, code.join('')),
			created_at: new Date(now).toISOString(),
			until,
			used_at: null,
			actor_name: context.actor.name,
		})
		.execute();
	recordAudit(trx, context, {
		action: 'create',
		item: toAccountItem(account),
		details: { sign_in_code: true, until },
	});
	return { code: code.join(''), until };
};

/** Uses a code of an account up; returns its id, or undefined for a wrong, used or expired one. */
export const spendCode = async (
	{ trx, now }: Pick<Acting, 'trx' | 'now'>,
	{ account, code, secret }: { account: string; code: string; secret: string },
) => {
	const at = new Date(now).toISOString();
	const used = await trx
		.updateTable('learner_codes')
		.set({ used_at: at })
		.where('code_hash', '=', hashCode(secret, account, code))
		.where('used_at', 'is', null)
		.where('until', '>', at)
		.returning('id')
		.executeTakeFirst();
	return used?.id;
};

/** Withdraws all codes of an account, which signs out the devices that used one. */
export const withdrawCodes = async ({ trx, context }: Acting, account: string) => {
	const { numDeletedRows } = await trx
		.deleteFrom('learner_codes')
		.where('account', '=', account)
		.executeTakeFirst();
	recordAudit(trx, context, {
		action: 'delete',
		item: toAccountItem(account),
		details: { sign_in_codes: Number(numDeletedRows) },
	});
};

/** Deletes the codes that expired unused, and those whose device is gone. */
export const deleteOldCodes = (trx: Trx, now: number) =>
	trx
		.deleteFrom('learner_codes')
		.where('until', '<', new Date(now).toISOString())
		.where('id', 'not in', (eb) =>
			eb
				.selectFrom('learner_devices')
				.select('code_id')
				.where('code_id', 'is not', null)
				.$castTo<{ code_id: string }>(),
		)
		.execute();
