import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** One hop as proxies write it: an address, or one with a port; IPv6 then in brackets. */
const addressOf = (hop: string) => {
	const [, inBrackets, plain] =
		/^(?:\[([\da-f:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i.exec(hop) ?? [];
	const address = inBrackets ?? plain ?? hop;
	return isIP(address) === 0 || address.includes('%') ? undefined : address;
};

/**
 * `X-Forwarded-For` with nothing but addresses: ports are cut off, which some proxies write and by which
 * each connection would be an address of its own. Proxies add to its right end, so it ends at the first
 * from there that is no address: whoever is next to it is then the one who asks. Undefined where nothing is left.
 */
export const forwardedFor = (header: string) => {
	const known: string[] = [];
	for (const hop of header.split(',').reverse()) {
		if (hop.trim() === '') continue;
		const address = addressOf(hop.trim());
		if (address === undefined) break;
		known.unshift(address);
	}
	return known.length > 0 ? known.join(', ') : undefined;
};

/** Has a request say of its proxies what is to be believed if they are trusted, to whoever reads it later. */
export const tidyForwarded = ({ headers }: IncomingMessage) => {
	const hops = headers['x-forwarded-for'];
	if (typeof hops === 'string') headers['x-forwarded-for'] = forwardedFor(hops);
};
