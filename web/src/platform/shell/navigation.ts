import {
	IconHeartRateMonitor,
	IconHistory,
	IconInbox,
	IconKey,
	IconLayoutDashboard,
	IconReceipt,
	IconScale,
	IconSchool,
	IconTrash,
	IconUserDollar,
	IconUsers,
	type TablerIcon,
} from '@tabler/icons-react';
import { bySlug, slugsInCourse } from '#shared/contract/content/resources.ts';
import type { Permission } from '#shared/contract/platform/access.ts';
import type { Account } from '#shared/contract/platform/profile.ts';
import type { PartName } from '../api/account.ts';
import { kindIcons } from '../ui/page/kind-icons.ts';

export interface Destination {
	label: string;
	to: string;
	/** Another screen of this entry, whose address is not below its own. */
	also?: string;
	icon: TablerIcon;
	/** Permission that the entry needs. */
	needs: Permission;
	/** Part that the entry needs. */
	part?: PartName;
}

export interface DestinationGroup {
	/** The heading; none above the links of the specification. */
	heading?: string | undefined;
	entries: readonly Destination[];
}

/** Entries of the sidebar by group; add new screens here. */
const destinations: readonly DestinationGroup[] = [
	{
		entries: [
			{ label: 'Dashboard', to: '/admin', icon: IconLayoutDashboard, needs: 'payments:read' },
			{
				label: 'Courses',
				to: '/admin/courses',
				also: '/admin/coverage',
				icon: IconSchool,
				needs: 'content:read',
			},
			{
				label: 'MPesa Transactions',
				to: '/admin/transactions',
				icon: IconReceipt,
				needs: 'payments:read',
			},
		],
	},
	{
		heading: 'Content',
		entries: [
			...slugsInCourse.map((word) => ({
				label: bySlug[word].plural,
				to: `/admin/${word}`,
				icon: kindIcons[word],
				needs: bySlug[word].read,
			})),
			{
				label: 'Intake',
				to: '/admin/intake',
				icon: IconInbox,
				needs: 'content:write',
				part: 'papers',
			},
			{ label: 'Trash', to: '/admin/trash', icon: IconTrash, needs: 'content:write' },
		],
	},
	{
		heading: 'Payments',
		entries: [
			{
				label: 'Reconciliation',
				to: '/admin/reconciliation',
				icon: IconScale,
				needs: 'payments:read',
			},
			{ label: 'Accounts', to: '/admin/accounts', icon: IconUserDollar, needs: 'payments:read' },
		],
	},
	{
		heading: 'Administration',
		entries: [
			{ label: 'People', to: '/admin/people', icon: IconUsers, needs: 'people:manage' },
			{ label: 'API Keys', to: '/admin/keys', icon: IconKey, needs: 'keys:manage' },
			{ label: 'Audit Trail', to: '/admin/audit', icon: IconHistory, needs: 'audit:read' },
			{ label: 'Status', to: '/admin/status', icon: IconHeartRateMonitor, needs: 'system:read' },
		],
	},
];

/** Returns the groups of the sidebar with the entries that a person may use, of the parts that are on. */
export const filterDestinations = ({
	permissions,
	parts,
}: Pick<Account, 'permissions' | 'parts'>) =>
	destinations
		.map(({ heading, entries }) => ({
			heading,
			entries: entries.filter(
				({ needs, part }) => permissions.includes(needs) && (!part || parts.includes(part)),
			),
		}))
		.filter(({ entries }) => entries.length > 0);

/** Returns whether an address equals the one of a link or is below it: the specification's rule for a highlight. */
export const isCovering = (to: string, path: string) => path === to || path.startsWith(`${to}/`);

/**
 * Returns the entry that matches an address best: the longest that covers it. The dashboard, whose address begins all
 * others, matches only exactly.
 */
export const findBestMatch = (path: string) =>
	destinations
		.flatMap(({ entries }) => entries)
		.filter(({ to, also = to }) =>
			to === '/admin' ? path === to : isCovering(to, path) || isCovering(also, path),
		)
		.reduce<Destination | undefined>(
			(best, each) => (best && best.to.length >= each.to.length ? best : each),
			undefined,
		);
