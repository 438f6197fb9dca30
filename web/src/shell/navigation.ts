import {
	IconBook2,
	IconCertificate,
	IconFileText,
	IconHistory,
	IconLayoutDashboard,
	IconListDetails,
	IconReceipt,
	IconSchool,
	type TablerIcon,
} from '@tabler/icons-react';

export interface Destination {
	label: string;
	to: string;
	icon: TablerIcon;
}

/** The sidebar, group by group: a new screen that belongs there is one line here. */
export const destinations: readonly (readonly Destination[])[] = [
	[
		{ label: 'Dashboard', to: '/admin', icon: IconLayoutDashboard },
		{ label: 'Courses', to: '/admin/courses', icon: IconSchool },
		{ label: 'MPesa Transactions', to: '/admin/transactions', icon: IconReceipt },
	],
	[
		{ label: 'Subjects', to: '/admin/subjects', icon: IconBook2 },
		{ label: 'Topics', to: '/admin/topics', icon: IconListDetails },
		{ label: 'Exam Sets', to: '/admin/examsets', icon: IconCertificate },
		{ label: 'Past Papers', to: '/admin/pastpapers', icon: IconFileText },
	],
	[{ label: 'Audit Trail', to: '/admin/audit', icon: IconHistory }],
];

/** Whether a link is highlighted at an address: it equals the link or lies under it. */
export const covers = (to: string, path: string) => path === to || path.startsWith(`${to}/`);

/** The one destination that describes an address best: the longest that covers it. */
export const bestMatch = (path: string) =>
	destinations
		.flat()
		.filter(({ to }) => covers(to, path))
		.reduce<Destination | undefined>(
			(best, each) => (best && best.to.length >= each.to.length ? best : each),
			undefined,
		);
