import { randomInt, randomUUIDv7 } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { makeAccountNumber } from '#shared/account.ts';
import type { StaffAccess } from '#shared/contract/accounts.ts';
import { maskPhone, PHONE } from '#shared/phone.ts';
import type { Acting } from '../../api/acting.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import { lockName } from '../../db/engine.ts';
import type { Identify } from '../../http/guard.ts';
import { createToken, hashOfToken } from '../../identity/tokens.ts';
import type { Job } from '../../jobs.ts';

/** A learner's phone or browser. The token is stored as a hash. */
interface DeviceRow {
	id: string;
	/** In comparable form. */
	account: string;
	token_hash: string;
	signed_in_at: string;
	seen_at: string;
}

declare module '../../db/schema.ts' {
	interface Schema {
		learner_devices: DeviceRow;
	}
}

const DEVICES_MAX = 3;
const SEEN_MS = 60 * 60_000;
const UNUSED_MS = 90 * 24 * 60 * 60_000;

/** Returns an account as an audit row names it, without a whole phone number. */
export const toAuditItem = (account: string) => {
	const name = PHONE.test(account) ? maskPhone(account) : account;
	return { kind: 'account' as const, id: name, name };
};

const isUsed = async (db: Db, account: string) => {
	const rows = await db
		.selectFrom('payments')
		.select('account')
		.where('account', '=', account)
		.union(db.selectFrom('learner_devices').select('account').where('account', '=', account))
		.union(
			db
				.selectFrom('decisions')
				.select('about_id as account')
				.where('about_kind', '=', 'account')
				.where('about_id', '=', account),
		)
		.execute();
	return rows.length > 0;
};

/** Returns an account number that nothing uses. */
export const findFreeAccount = async (db: Db): Promise<string> => {
	const account = makeAccountNumber(randomInt(2 ** 32) / 2 ** 32);
	return (await isUsed(db, account)) ? findFreeAccount(db) : account;
};

/** Signs a device in and returns its token. The fourth device of an account signs out the one unused longest. */
export const addDevice = async ({ trx, context, now }: Acting, account: string) => {
	await lockName(trx, `devices:${account}`);
	const known = await trx
		.selectFrom('learner_devices')
		.select('id')
		.where('account', '=', account)
		.orderBy('seen_at', 'desc')
		.orderBy('id', 'desc')
		.execute();
	const surplus = known.slice(DEVICES_MAX - 1).map(({ id }) => id);
	if (surplus.length > 0)
		await trx.deleteFrom('learner_devices').where('id', 'in', surplus).execute();
	const token = createToken();
	const at = new Date(now).toISOString();
	await trx
		.insertInto('learner_devices')
		.values({
			id: randomUUIDv7(),
			account,
			token_hash: hashOfToken(token),
			signed_in_at: at,
			seen_at: at,
		})
		.execute();
	recordAudit(trx, context, { action: 'sign_in', item: toAuditItem(account) });
	return token;
};

/** Lists the devices of an account, the last used first. */
export const listDevices = (db: Db, account: string): Promise<StaffAccess['devices']> =>
	db
		.selectFrom('learner_devices')
		.select(['signed_in_at', 'seen_at'])
		.where('account', '=', account)
		.orderBy('seen_at', 'desc')
		.execute();

/** Signs out all devices of an account. */
export const removeDevices = async ({ trx, context }: Acting, account: string) => {
	const { numDeletedRows } = await trx
		.deleteFrom('learner_devices')
		.where('account', '=', account)
		.executeTakeFirst();
	recordAudit(trx, context, {
		action: 'sign_out',
		item: toAuditItem(account),
		details: { devices: Number(numDeletedRows) },
	});
};

const BEARER = /^Bearer +([\w-]{43})$/i;

/** Makes the finder of callers of learners' calls: a device by its token, or a key. */
export const openDevices =
	(database: Database, identifyKey: Identify, now: () => number): Identify =>
	async (request: FastifyRequest) => {
		const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
		const device =
			token === undefined
				? undefined
				: await database.read
						.selectFrom('learner_devices')
						.select(['id', 'account', 'seen_at'])
						.where('token_hash', '=', hashOfToken(token))
						.executeTakeFirst();
		if (!device) return identifyKey(request);
		const { id, account } = device;
		if (Math.abs(now() - Date.parse(device.seen_at)) > SEEN_MS)
			await database.write((trx: Trx) =>
				trx
					.updateTable('learner_devices')
					.set({ seen_at: new Date(now()).toISOString() })
					.where('id', '=', id)
					.execute(),
			);
		const actor = { kind: 'learner' as const, id, name: 'Learner' };
		return { actor, account, may: new Set(), factorMissing: false };
	};

/** Deletes devices of accounts without a payment that were unused for 90 days, every day. */
export const deleteDevicesJob = (database: Database): Job => ({
	name: 'Delete unused devices',
	firstMs: 15 * 60_000,
	everyMs: 24 * 60 * 60_000,
	run: async () => {
		const before = new Date(Date.now() - UNUSED_MS).toISOString();
		const { numDeletedRows } = await database.write((trx) =>
			trx
				.deleteFrom('learner_devices')
				.where('seen_at', '<', before)
				.where(({ not, exists, selectFrom }) =>
					not(
						exists(
							selectFrom('payments')
								.select('id')
								.whereRef('payments.account', '=', 'learner_devices.account')
								.where('status', '=', 'completed'),
						),
					),
				)
				.executeTakeFirst(),
		);
		return `${numDeletedRows} devices forgotten`;
	},
});
