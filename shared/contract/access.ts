import { z } from '../zod.ts';

/** What a caller may be allowed; the console hides what needs more than a person has. */
export const permissions = [
	'content:read',
	'content:write',
	'payments:read',
	'payments:export',
	'payments:act',
	'people:manage',
	'keys:manage',
	'audit:read',
	'system:read',
] as const;
export type Permission = (typeof permissions)[number];

const content = ['content:read', 'content:write'] as const;
const payments = ['payments:read', 'payments:export', 'payments:act'] as const;

/** The four roles, and all that each may do. */
export const roles = {
	admin: { label: 'Administrator', may: permissions },
	editor: { label: 'Editor', may: content },
	finance: { label: 'Finance', may: ['content:read', ...payments] },
	viewer: { label: 'Viewer', may: ['content:read'] },
} as const satisfies Record<string, { label: string; may: readonly Permission[] }>;

export type Role = keyof typeof roles;
export const roleNames = Object.keys(roles) as [Role, ...Role[]];

/** What people call a role; a word that is none stays as it is. */
export const roleLabel = (name: string) =>
	Object.hasOwn(roles, name) ? roles[name as Role].label : name;

/** What only a person may do, whatever the role of a key: it takes a password now and then. */
const PEOPLE_ONLY: ReadonlySet<Permission> = new Set(['people:manage', 'keys:manage']);

/** Everything that somebody of a role may do; a program may less. */
export const permissionsOf = (role: Role, kind: 'person' | 'program' = 'person'): Permission[] => {
	const may: readonly Permission[] = roles[role].may;
	return may.filter((permission) => kind === 'person' || !PEOPLE_ONLY.has(permission));
};

/** A role as it stands in a request. */
export const role = () =>
	z.enum(roleNames, {
		error: ({ input }) =>
			input === undefined || input === null || input === ''
				? 'Role is required'
				: 'Role must be one of admin, editor, finance and viewer',
	});
