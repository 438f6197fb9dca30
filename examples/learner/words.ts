import type { LearnerItem } from '#shared/contract/learners/learners.ts';

/** Formats a day such as 2026-12-03 as "3 Dec 2026". */
export const formatDay = (day: string) =>
	new Date(day).toLocaleDateString('en-GB', {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		timeZone: 'UTC',
	});

/** Formats an instant as a day in East Africa Time. */
export const formatInstant = (instant: string) =>
	new Date(instant).toLocaleDateString('en-GB', {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		timeZone: 'Africa/Nairobi',
	});

/** Formats a size such as "340 KB". */
export const formatSize = (bytes: number) =>
	bytes < 1_000_000
		? `${Math.max(1, Math.round(bytes / 1_000))} KB`
		: `${(bytes / 1_000_000).toFixed(1)} MB`;

export const formatMonths = (months: number) => (months === 1 ? '1 month' : `${months} months`);
export const formatMoney = (shillings: number) => `KSh ${shillings.toLocaleString('en-KE')}`;
/** Formats an account number as "234 567 891". */
export const formatAccount = (account: string) =>
	account.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');

/** Describes the file of an item. */
export const describeFile = ({ file }: LearnerItem) => {
	if (file === null) return 'No file yet';
	if (file.kind === 'link') return 'Opens another site';
	return `${file.name.split('.').at(-1)?.toUpperCase()} · ${formatSize(file.size)}`;
};
