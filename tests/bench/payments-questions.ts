import type { Child } from './child.ts';
import { seeded } from './names.ts';

const STATUSES = ['', 'completed', 'failed', 'pending'];

interface Sample {
	mpesa_receipt_number: string | null;
	phone_number: string;
	checkout_request_id: string;
	merchant_request_id: string;
	account_reference: string;
	payer_name: string | null;
}

/** The data of an answer of the API; throws where it is a refusal. */
export const get = async (server: Child, path: string) => {
	const answer = await fetch(`${server.url}/api${path}`, { headers: server.headers });
	// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
	const { data } = (await answer.json()) as any;
	if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
	return data;
};

/** So many of what is made by their numbers. */
export const some = <T>(count: number, make: (n: number) => T) =>
	Array.from({ length: count }, (_, n) => make(n));

/** What is asked of a desk, each with the time it may take: lists and searches by decision 0000. */
export const questions = async (server: Child, count: number) => {
	const chance = seeded(5);
	const totalOf = async (status: string): Promise<number> =>
		(await get(server, `/transactions?limit=1${status && `&status=${status}`}`)).total;
	const totals = await Promise.all(STATUSES.map(totalOf));
	const page = (n: number, share: number) => {
		const at = n % STATUSES.length;
		const pages = Math.max(1, Math.ceil((totals[at] ?? 0) / 10));
		return `/transactions?page=${1 + Math.floor(share * (pages - 1))}${STATUSES[at] && `&status=${STATUSES[at]}`}`;
	};
	const samples: Sample[] = [];
	while (samples.length < count)
		samples.push(...(await get(server, `${page(1, chance())}&limit=10`)).data);
	const find = (text: (sample: Sample) => string | null) =>
		samples
			.slice(0, count)
			.map((sample) => `/transactions?search=${encodeURIComponent(text(sample) ?? '')}`);
	return [
		['any page, any status', some(count, (n) => page(n, chance())), 50],
		['last page, any status', some(count, (n) => page(n, 1)), 50],
		['search: receipt', find((at) => at.mpesa_receipt_number), 50],
		['search: five of a receipt', find((at) => at.mpesa_receipt_number?.slice(2, 7) ?? ''), 50],
		['search: five digits of a phone', find((at) => at.phone_number.slice(6, 11)), 50],
		['search: last six of a phone', find((at) => at.phone_number.slice(-6)), 50],
		['search: account reference', find((at) => at.account_reference), 50],
		['search: four of a reference', find((at) => at.account_reference.slice(-4)), 50],
		["search: a payer's name", find((at) => at.payer_name?.toLowerCase() ?? 'kamau'), 50],
		['search: whole phone', find((at) => at.phone_number), 50],
		['search: CheckoutRequestID', find((at) => at.checkout_request_id), 50],
		['search: MerchantRequestID', find((at) => at.merchant_request_id), 50],
		['search: two characters', find((at) => at.mpesa_receipt_number?.slice(0, 2) ?? ''), 50],
		['search: broad (2547)', some(10, () => '/transactions?search=2547'), 50],
		[
			'failures of one reason',
			some(10, (n) => `/transactions?status=failed&result_code=1032&page=${1 + 10 * n}`),
			50,
		],
		// Worked out from all that a month's payments are (0135).
		['a month at the desk', some(10, () => '/reconciliation?month=2025-10'), 100],
		['six months', some(10, () => '/periods?limit=6'), 500],
		['statistics', some(count, () => '/statistics'), 5],
		['statistics, trends', some(count, () => '/statistics/trends'), 20],
	] as const;
};
