import { component, z } from '../../zod.ts';
import { keyRole, keyRoleNames } from './access.ts';
import { id, instant, line, whole } from './fields.ts';

export const KEY_DAYS_DEFAULT = 365;
export const KEY_DAYS_MAX = 1_095;

/** An API key. It works while its owner is an administrator. */
export const key = component('Key', {
	id: id(),
	name: z.string(),
	role: z.enum(keyRoleNames),
	start: z.string(),
	created_by: z.nullable(z.string()),
	created_at: instant(),
	expires_at: instant(),
	last_used_at: z.nullable(instant()),
});
export type Key = z.infer<typeof key>;

/** `POST /keys`. Needs a fresh password: 403 `reauth_required`. */
export const keyCreate = component('KeyCreate', {
	name: line('Name', 'Name is required', 100),
	role: keyRole(),
	days: whole('Days', { required: 'Days is required', min: 1, max: KEY_DAYS_MAX }),
});

export const madeKey = component('MadeKey', { key, secret: z.string() });
export type MadeKey = z.infer<typeof madeKey>;
