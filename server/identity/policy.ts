import type { Role } from '#shared/contract/access.ts';
import type { Db, Trx } from '../db/database.ts';
import { keepSetting, keptSetting } from './kept-settings.ts';

const NAME = 'second_factor_roles';

/** The roles that must have a second factor; none until an administrator says so. */
export const requiredRoles = async (db: Db) => (await keptSetting<Role[]>(db, NAME)) ?? [];

/** Sets them. */
export const requireRoles = (trx: Trx, roles: readonly Role[]) => keepSetting(trx, NAME, roles);
