import type { Role } from '#shared/contract/access.ts';
import type { Db, Trx } from '../db/database.ts';

const NAME = 'second_factor_roles';

/** Returns the roles that must have a second factor; none until an administrator sets them. */
export const requiredRoles = async (db: Db): Promise<Role[]> => {
	const row = await db
		.selectFrom('settings')
		.select('value')
		.where('name', '=', NAME)
		.executeTakeFirst();
	return row ? JSON.parse(row.value) : [];
};

/** Sets the roles that must have a second factor. */
export const requireRoles = async (trx: Trx, roles: readonly Role[]) => {
	const value = JSON.stringify(roles);
	await trx
		.insertInto('settings')
		.values({ name: NAME, value })
		.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
		.execute();
};
