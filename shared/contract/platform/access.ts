import { among, listNames } from './choices.ts';

/** Permissions of callers. */
export const permissions = [
	'content:read',
	'content:write',
	'content:publish',
	'trash:purge',
	'payments:read',
	'payments:export',
	'payments:act',
	'payments:reveal',
	'accounts:use',
	'people:manage',
	'keys:manage',
	'audit:read',
	'system:read',
	'metrics:read',
] as const;
export type Permission = (typeof permissions)[number];

const drafts = ['content:read', 'content:write'] as const;
const payments = ['payments:read', 'payments:export', 'payments:act', 'accounts:use'] as const;

/** The five roles and the permissions of each. An author may change drafts only. */
export const roles = {
	admin: { label: 'Administrator', may: permissions },
	editor: { label: 'Editor', may: [...drafts, 'content:publish'] },
	author: { label: 'Author', may: drafts },
	finance: { label: 'Finance', may: ['content:read', ...payments] },
	viewer: { label: 'Viewer', may: ['content:read'] },
} as const satisfies Record<string, { label: string; may: readonly Permission[] }>;

export type Role = keyof typeof roles;
export const roleNames = listNames(roles);

/** Roles of keys: those of people, one for metrics, and one for a platform with its own accounts. */
export const keyRoles = {
	...roles,
	metrics: { label: 'Metrics', may: ['metrics:read'] },
	app: { label: 'App', may: ['accounts:use'] },
} as const satisfies Record<string, { label: string; may: readonly Permission[] }>;

export type KeyRole = keyof typeof keyRoles;
export const keyRoleNames = listNames(keyRoles);

/** Returns the label of a role. */
export const getRoleLabel = (name: string) =>
	Object.hasOwn(keyRoles, name) ? keyRoles[name as KeyRole].label : name;

const PEOPLE_ONLY: ReadonlySet<Permission> = new Set([
	'people:manage',
	'keys:manage',
	'trash:purge',
]);

/** Returns the permissions of a role. A key has fewer, and reads metrics only with the role Metrics. */
export const listPermissions = (
	role: KeyRole,
	kind: 'person' | 'program' = 'person',
): Permission[] => {
	const may: readonly Permission[] = keyRoles[role].may;
	return may.filter(
		(permission) =>
			kind === 'person' ||
			(!PEOPLE_ONLY.has(permission) && (permission !== 'metrics:read' || role === 'metrics')),
	);
};

/** Why an author may not do something. The console shows them at disabled controls. */
export const EDITORS_PUBLISH = 'Ask an editor to publish this.';
export const EDITORS_CHANGE = 'This is published. Ask an editor to change it.';
export const EDITORS_DELETE = 'Items inside are published. Ask an editor to delete this.';
export const EDITORS_CLOSE = 'Ask an editor to close this report.';
export const EDITORS_ONLY = 'Ask an editor to do this.';
export const EDITORS_RESTORE = 'This was published. Ask an editor to restore it.';

/** Makes the schema of a role in requests about people, and about keys. */
export const role = () => among('Role', roleNames, 'Role is required');
export const keyRole = () => among('Role', keyRoleNames, 'Role is required');
