/** RC4, which encrypts and decrypts alike; OpenSSL no longer has it by default. */
export const rc4 = (key: Buffer, data: Buffer) => {
	const state = Uint8Array.from({ length: 256 }, (_, at) => at);
	const swap = (one: number, other: number) => {
		const value = state[one] as number;
		state[one] = state[other] as number;
		state[other] = value;
	};
	for (let at = 0, other = 0; at < 256; at++) {
		other = (other + (state[at] as number) + (key[at % key.length] as number)) & 0xff;
		swap(at, other);
	}
	const result = Buffer.alloc(data.length);
	let one = 0;
	let other = 0;
	for (let at = 0; at < data.length; at++) {
		one = (one + 1) & 0xff;
		other = (other + (state[one] as number)) & 0xff;
		swap(one, other);
		const mask = state[((state[one] as number) + (state[other] as number)) & 0xff] as number;
		result[at] = (data[at] as number) ^ mask;
	}
	return result;
};
