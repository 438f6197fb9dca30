import { BlockList, isIP, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, whichever way it is written. */
const groupsOf = (address: string) => {
	const [head = '', tail] = address.split('::');
	const left = head === '' ? [] : head.split(':');
	const right = tail === undefined || tail === '' ? [] : tail.split(':');
	const gap = tail === undefined ? 0 : 8 - left.length - right.length;
	return [...left, ...Array.from({ length: gap }, () => '0'), ...right].map((group) =>
		Number.parseInt(group, 16),
	);
};

/**
 * What to count an address by: an IPv4 address as it is, also where it comes inside an IPv6 one; of
 * an IPv6 address the first 64 bits, because the rest is the caller's to choose (RFC 4291, 2.5.1).
 */
export const networkOf = (ip: string) => {
	const plain = ip.replace(/%.*$/, '').toLowerCase();
	const mapped = /^(?:::ffff:|(?:0+:){5}ffff:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
	if (mapped) return mapped[1] as string;
	if (!isIPv6(plain)) return plain;
	const groups = groupsOf(
		plain.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
			const [high, low] = [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)];
			return `${high.toString(16)}:${low.toString(16)}`;
		}),
	);
	if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
		const [high = 0, low = 0] = groups.slice(6);
		return [high >> 8, high & 255, low >> 8, low & 255].join('.');
	}
	return `${groups
		.slice(0, 4)
		.map((group) => group.toString(16))
		.join(':')}::/64`;
};

/** Says whether an address is in one of these networks, such as `10.0.0.0/8`; also as IPv6 writes an IPv4 one. */
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
