import { randomUUIDv7 } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { OwnDevice, StaffAccess } from '#shared/contract/finance/accounts.ts';
import { selectCounting } from '../../finance/payments/access.ts';
import { toAccountItem } from '../../finance/payments/accounts.ts';
import type { Acting } from '../../platform/api/acting.ts';
import { recordAudit } from '../../platform/audit/audit-log.ts';
import type { Database, Db, Trx } from '../../platform/db/database.ts';
import { isId, lockName } from '../../platform/db/engine.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Identify } from '../../platform/http/guard.ts';
import { createToken, hashOfToken } from '../../platform/identity/tokens.ts';

/** A learner's phone or browser. The token is stored as a hash. */
interface DeviceRow {
	id: string;
	/** In comparable form. */
	account: string;
	token_hash: string;
	signed_in_at: string;
	/** Known to the minute. */
	seen_at: string;
	/** What signed it in; null for devices of earlier versions. */
	signed_in_by: 'new_account' | 'payment' | 'code' | null;
	/** The receipt of the payment that signed it in. */
	receipt: string | null;
	/** The code that signed it in; a withdrawn code deletes its device. */
	code_id: string | null;
}

declare module '../../platform/db/schema.ts' {
	interface Schema {
		learner_devices: DeviceRow;
	}
}

/** What signs a device in. */
export type Proof =
	| { by: 'new_account' }
	| { by: 'payment'; receipt: string }
	| { by: 'code'; id: string };

const DEVICES_MAX = 3;
const SEEN_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Selects devices `d` with what signed them in, and whether that still does: a payment only while it counts. */
const selectDevices = (db: Db) =>
	db
		.selectFrom('learner_devices as d')
		.leftJoin(selectCounting(db).select(['account', 'receipt']).as('counting'), (join) =>
			join.onRef('counting.receipt', '=', 'd.receipt').onRef('counting.account', '=', 'd.account'),
		)
		.selectAll('d')
		.select(
			sql<number>`case when d.receipt is null or counting.receipt is not null then 1 else 0 end`.as(
				'is_proven',
			),
		);

const readDevices = async (db: Db, account: string) => {
	const rows = await selectDevices(db)
		.leftJoin('learner_codes as c', 'c.id', 'd.code_id')
		.leftJoin('payments as p', 'p.receipt', 'd.receipt')
		.select(['c.actor_name', 'p.id as transaction_id'])
		.where('d.account', '=', account)
		.orderBy('d.seen_at', 'desc')
		.orderBy('d.id', 'desc')
		.execute();
	return rows.map((row) => ({ ...row, isProven: Number(row.is_proven) === 1 }));
};

/**
 * Signs a device in and returns its token. The fourth device of an account signs out the one unused longest; fails with
 * 409 if that was used within a day.
 */
export const addDevice = async ({ trx, context, now }: Acting, account: string, proof: Proof) => {
	await lockName(trx, `devices:${account}`);
	const known = await readDevices(trx, account);
	const [proven, ended] = [
		known.filter((device) => device.isProven),
		known.filter((device) => !device.isProven),
	];
	const surplus = proven.slice(DEVICES_MAX - 1);
	if (surplus.some(({ seen_at }) => now - Date.parse(seen_at) < DAY_MS))
		throw new AppError('devices_full');
	const gone = [...ended, ...surplus].map(({ id }) => id);
	if (gone.length > 0) await trx.deleteFrom('learner_devices').where('id', 'in', gone).execute();
	const token = createToken();
	const at = new Date(now).toISOString();
	const receipt = proof.by === 'payment' ? proof.receipt : null;
	await trx
		.insertInto('learner_devices')
		.values({
			id: randomUUIDv7(),
			account,
			token_hash: hashOfToken(token),
			signed_in_at: at,
			seen_at: at,
			signed_in_by: proof.by,
			receipt,
			code_id: proof.by === 'code' ? proof.id : null,
		})
		.execute();
	recordAudit(trx, context, {
		action: 'sign_in',
		item: toAccountItem(account),
		details: { by: proof.by, ...(receipt && { receipt }) },
	});
	return token;
};

/** Lists the devices of an account, the last used first, with what signed each in. */
export const listDevices = async (db: Db, account: string): Promise<StaffAccess['devices']> =>
	(await readDevices(db, account))
		.filter((device) => device.isProven)
		.map(({ signed_in_at, seen_at, signed_in_by, receipt, transaction_id, actor_name }) => ({
			signed_in_at,
			seen_at,
			by: signed_in_by && { kind: signed_in_by, receipt, transaction_id, staff: actor_name },
		}));

/** Lists the devices of an account for one of them, the last used first. */
export const listOwnDevices = async (
	db: Db,
	account: string,
	ownId: string,
): Promise<OwnDevice[]> =>
	(await readDevices(db, account))
		.filter((device) => device.isProven)
		.map(({ id, signed_in_at, seen_at }) => ({ id, this: id === ownId, signed_in_at, seen_at }));

/** Signs one device of an account out; fails with 404 for a device of another account. */
export const removeDevice = async ({ trx, context }: Acting, account: string, id: string) => {
	const { numDeletedRows } = await trx
		.deleteFrom('learner_devices')
		.where('account', '=', account)
		.where('id', '=', isId(id) ? id : '')
		.executeTakeFirst();
	if (numDeletedRows === 0n) throw notFound('Device');
	recordAudit(trx, context, {
		action: 'sign_out',
		item: toAccountItem(account),
		details: { devices: 1 },
	});
};

/** Signs out all devices of an account, and withdraws its codes. */
export const removeDevices = async ({ trx, context }: Acting, account: string) => {
	const { numDeletedRows } = await trx
		.deleteFrom('learner_devices')
		.where('account', '=', account)
		.executeTakeFirst();
	await trx.deleteFrom('learner_codes').where('account', '=', account).execute();
	recordAudit(trx, context, {
		action: 'sign_out',
		item: toAccountItem(account),
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
				: await selectDevices(database.read)
						.where('d.token_hash', '=', hashOfToken(token))
						.executeTakeFirst();
		if (!device) return identifyKey(request);
		if (Number(device.is_proven) === 0) return undefined;
		const { id, account } = device;
		// One write a minute for each device. Its calls are answered also while nothing can be stored.
		if (Math.abs(now() - Date.parse(device.seen_at)) >= SEEN_MS)
			await database
				.write((trx: Trx) =>
					trx
						.updateTable('learner_devices')
						.set({ seen_at: new Date(now()).toISOString() })
						.where('id', '=', id)
						.execute(),
				)
				.catch((error) => request.log.error({ err: error }, 'The use of a device was not stored'));
		const actor = { kind: 'learner' as const, id, name: 'Learner' };
		return { actor, account, may: new Set(), factorMissing: false };
	};
