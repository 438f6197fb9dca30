import { sql } from 'kysely';
import { compareShown, isMasked } from '#shared/phone.ts';
import type { Db } from '../../platform/db/database.ts';

/** Returns the masked numbers of payments that can be this phone, by the digits that both show. */
export const findSimilarMasks = async (db: Db, phone: string) => {
	const rows = await db
		.selectFrom('payments')
		.select('phone')
		.distinct()
		.where('phone', 'like', `%*%${phone.slice(-3)}`)
		.execute();
	return rows.flatMap(({ phone: mask }) =>
		mask !== null && isMasked(mask) && compareShown(mask, phone)?.isAlike ? [mask] : [],
	);
};

/** Returns a condition: payments of a phone; those of a masked one in every spelling of M-Pesa. */
export const isOfPhone = async (db: Db, phone: string) => {
	const forms = isMasked(phone) ? await findSimilarMasks(db, phone) : [];
	return sql<boolean>`payments.phone in (${sql.join([phone, ...forms])})`;
};
