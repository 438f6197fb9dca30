import { sql } from 'kysely';
import { readPhone } from '#shared/phone.ts';
import { receiptsIn } from '#shared/receipts.ts';
import type { Db } from '../../../db/database.ts';
import { holdsBytes } from '../../../db/engine.ts';

/** As they stand in JSON; a phone is a number in callbacks, text in confirmations. */
const valuesOf = (typed: string) => {
	const texts = [...receiptsIn(typed), typed].map((text) => JSON.stringify(text));
	return [...new Set([...texts, readPhone(typed) ?? []].flat())];
};

/**
 * Whether a delivery names what somebody typed: a receipt in any case or within a message, a phone in any spelling,
 * a request id, an account. As a whole only, so that nobody finds out a hidden number digit by digit.
 */
export const naming = (db: Db, body: string, typed: string) =>
	sql<boolean>`(${sql.join(
		valuesOf(typed).map((value) => holdsBytes(db, body, Buffer.from(value))),
		sql` or `,
	)})`;
