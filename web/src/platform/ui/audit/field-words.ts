import { content } from '#shared/contract/content/content.ts';
import { categories } from '#shared/contract/content/courses.ts';
import { type Series, seriesWords } from '#shared/contract/content/exam-sets.ts';
import { type PaperKind, paperKindWords } from '#shared/contract/content/past-papers.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import type { AuditKind, AuditValue } from '#shared/contract/platform/audit.ts';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import { formatFileSize } from '../files/file-words.ts';
import { DAY, formatMoment, formatPlainDate } from '../format/dates.ts';
import { formatKes, formatKsh } from '../format/money.ts';

type Labels = Readonly<Record<string, string>>;

/** Returns the labels of a resource's fields by their names in the audit trail. */
const listLabels = ({ labels, columns }: AnyResource) =>
	Object.fromEntries(
		Object.entries(labels).map(([field, label]) => [columns[field] ?? field, label]),
	);

/** Labels of the forms, by kind of item and field. */
const labels: Readonly<Partial<Record<AuditKind, Labels>>> = {
	...Object.fromEntries(
		Object.values(content).map((resource) => [resource.auditKind, listLabels(resource)]),
	),
	file: { url: 'Link', size: 'Size' },
	transaction: {
		status: 'Status',
		amount: 'Amount',
		phone: 'Phone Number',
		receipt: 'M-Pesa Receipt Number',
		checkout_request_id: 'Checkout Request ID',
		merchant_request_id: 'Merchant Request ID',
		account_reference: 'Account reference',
		result_code: 'Result Code',
		result_desc: 'Result Description',
		start_date: 'Start Date',
		end_date: 'End Date',
		paid_at: 'Paid',
	},
	awaited_receipt: {
		receipt: 'M-Pesa Receipt Number',
		phone: 'Phone Number',
		amount: 'Amount',
		reason: 'Note',
	},
};

/** Formats a field name that has no label in a form: 'Last used at' for 'last_used_at'. */
export const formatPlainWords = (field: string) => {
	const words = field.replaceAll('_', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the label of a field. */
export const getFieldLabel = (kind: string, field: string) =>
	labels[kind as AuditKind]?.[field] ?? formatPlainWords(field);

/** Formats a link: one of our own files by its type and the beginning of its hash, others as they are. */
export const linkWords = (url: string) => {
	const [, key, extension] = OWN_FILE.exec(url) ?? [];
	return key ? `${extension?.toUpperCase()} file ${key.slice(0, 8)}…` : url;
};

const formatYesNo = (value: AuditValue) => (value ? 'Yes' : 'No');
const makeMoneyFormat = (words: (amount: number) => string) => (value: AuditValue) =>
	words(Number(value));

/** Formats field values that are not plain text. */
const readings: Readonly<Record<string, (value: AuditValue) => string>> = {
	published: (value) => (value ? 'Published' : 'Draft'),
	free: (value) => (value ? 'Free' : 'Premium'),
	'subject.published': formatYesNo,
	'subject.free': formatYesNo,
	category_id: (value) => categories[value as keyof typeof categories] ?? String(value),
	series: (value) => seriesWords[value as Series] ?? String(value),
	'pastpaper.kind': (value) => paperKindWords[value as PaperKind] ?? String(value),
	price: makeMoneyFormat(formatKes),
	'transaction.amount': makeMoneyFormat(formatKsh),
	'awaited_receipt.amount': makeMoneyFormat(formatKsh),
	'transaction.status': (value) => formatPlainWords(String(value)),
	size: (value) => formatFileSize(Number(value)),
	url: (value) => linkWords(String(value)),
	start_date: (value) => formatPlainDate(String(value), DAY),
	end_date: (value) => formatPlainDate(String(value), DAY),
	role: (value) => getRoleLabel(String(value)),
	'policy.roles': (value) => String(value).split(', ').map(getRoleLabel).join(', '),
	'person.status': (value) => formatPlainWords(String(value)),
};

const isList = (value: AuditValue): value is readonly string[] => Array.isArray(value);

/** Formats a value as the form shows it; undefined for an empty value. */
export const formatValue = (kind: string, field: string, value: AuditValue): string | undefined => {
	if (value === null || value === undefined || value === '') return undefined;
	if (isList(value)) return value.join(', ') || undefined;
	if (typeof value === 'object') return value.name ?? value.id;
	const reading = readings[`${kind}.${field}`] ?? readings[field];
	if (reading) return reading(value);
	if (/_(at|from)$/.test(field) && typeof value === 'string') return formatMoment(value);
	return typeof value === 'boolean' ? formatYesNo(value) : String(value);
};
