import type { Role } from '#shared/contract/access.ts';
import type { Db, Trx } from '../db/database.ts';

const NAME = 'second_factor_roles';

/** The roles that must have a second factor; none until an administrator says so. */
export const requiredRoles = async (db: Db): Promise<Role[]> => {
	const row = await db
		.selectFrom('settings')
		.select('value')
		.where('name', '=', NAME)
		.executeTakeFirst();
	return row ? JSON.parse(row.value) : [];
};

/** Sets them. */
export const requireRoles = (trx: Trx, roles: readonly Role[]) =>
	trx
		.insertInto('settings')
		.values({ name: NAME, value: JSON.stringify(roles) })
		.onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(roles) }))
		.execute();
