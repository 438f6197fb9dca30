import { BlockList, isIP, isIPv6 } from 'node:net';

/** Returns the eight groups of an IPv6 address in any spelling; URL normalizes it. */
const groupsOf = (address: string) => {
	const { hostname } = new URL(`http://[${address}]`);
	const [left = [], right = []] = hostname
		.slice(1, -1)
		.split('::')
		.map((side) => side.split(':').filter((group) => group !== ''));
	return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
};

/** Returns the network by which an address is counted: an IPv4 address, or the first 64 bits of an IPv6 address. */
export const networkOf = (ip: string) => {
	const plain = ip
		.replace(/%.*$/, '')
		.replace(/^::ffff:(?=\d+\.)/i, '')
		.toLowerCase();
	if (!isIPv6(plain)) return plain;
	const groups = groupsOf(plain);
	if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff')
		return `${groups.slice(0, 4).join(':')}::/64`;
	const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
	return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

/**
 * Returns a test for whether an address is in one of these networks, such as `10.0.0.0/8`. Accepts IPv4 addresses in
 * IPv6 notation.
 */
export const inNetworks = (networks: readonly string[]) => {
	const list = new BlockList();
	for (const network of networks) {
		const [address = '', bits] = network.split('/');
		const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
		if (bits === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(bits), family);
	}
	return (ip: string) => {
		const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
		return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
	};
};
