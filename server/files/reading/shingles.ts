/** Words of each shingle, and how many of them a fingerprint keeps. */
const WORDS = 5;
const HASHES = 64;
/** A text with fewer shingles says too little to be told from another. */
const SHINGLES_MIN = 20;

/** FNV-1a, 32 bits (draft-eastlake-fnv). */
const hashOf = (text: string) => {
	let hash = 0x811c9dc5;
	for (let at = 0; at < text.length; at++)
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
	return hash;
};

/** The last step of MurmurHash3, which spreads 32 bits over all of them. */
const spread = (bits: number) => {
	let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
};

const SEEDS = Array.from({ length: HASHES }, (_, n) => spread(n + 1));

/**
 * A fingerprint of a text by which texts are compared: of 64 hash functions each the least over all runs of five
 * words (minhash), as hex; `left` are words that do not count. Undefined of a text that is too short.
 */
export const fingerprintOf = (text: string, left: ReadonlySet<string>): string | undefined => {
	const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
		(word) => !left.has(word),
	);
	const shingles = new Set<number>();
	for (let at = 0; at + WORDS <= words.length; at++)
		shingles.add(hashOf(words.slice(at, at + WORDS).join(' ')));
	if (shingles.size < SHINGLES_MIN) return undefined;
	const least = new Uint32Array(HASHES).fill(0xffffffff);
	for (const shingle of shingles)
		for (let n = 0; n < HASHES; n++) {
			const hash = spread(shingle ^ (SEEDS[n] ?? 0));
			if (hash < (least[n] ?? 0)) least[n] = hash;
		}
	return Array.from(least, (hash) => hash.toString(16).padStart(8, '0')).join('');
};

/**
 * How much two fingerprinted texts have in common, 0 to 1: an estimate of Jaccard's measure of their shingles.
 * Those that have less than `least` are told by 0, which most are after a few hashes.
 */
export const likeness = (one: string, other: string, least = 0) => {
	let differing = 0;
	for (let at = 0; at < 8 * HASHES; at += 8)
		if (!one.startsWith(other.slice(at, at + 8), at) && ++differing > HASHES * (1 - least))
			return 0;
	return 1 - differing / HASHES;
};

/** In how many of 64 bits two looks differ, each 16 hex digits. */
export const differingBits = (one: string, other: string) =>
	(BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length;
