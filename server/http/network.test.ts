import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

describe('the network of an address', () => {
	it.each([
		['192.0.2.7', '192.0.2.7'],
		['::ffff:192.0.2.7', '192.0.2.7'],
		['::FFFF:192.0.2.7', '192.0.2.7'],
		['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
		['::ffff:c000:207', '192.0.2.7'],
		['2001:db8:1:2::1', '2001:db8:1:2::/64'],
		['2001:DB8:0001:0002:FFFF::9', '2001:db8:1:2::/64'],
		['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2::/64'],
		['fe80::1%eth0', 'fe80:0:0:0::/64'],
		['::1', '0:0:0:0::/64'],
		['::', '0:0:0:0::/64'],
		['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
	])('of %s is %s', (address, network) => {
		expect(networkOf(address)).toBe(network);
	});
});
