import type { loadWebp } from './parts.ts';
import type { Drawn } from './read.ts';

/** As WebPConfig of libwebp's encode.h has it by itself; of these, only the quality is ours. */
const HOW = {
	quality: 45,
	target_size: 0,
	target_PSNR: 0,
	method: 4,
	sns_strength: 50,
	filter_strength: 60,
	filter_sharpness: 0,
	filter_type: 1,
	partitions: 0,
	segments: 4,
	pass: 1,
	show_compressed: 0,
	preprocessing: 0,
	autofilter: 0,
	partition_limit: 0,
	alpha_compression: 1,
	alpha_filtering: 1,
	alpha_quality: 100,
	lossless: 0,
	exact: 0,
	image_hint: 0,
	emulate_jpeg_size: 0,
	thread_level: 0,
	low_memory: 0,
	near_lossless: 100,
	use_delta_palette: 0,
	use_sharp_yuv: 0,
};

/** A picture as a WebP. */
export const webpOf = (
	webp: Awaited<ReturnType<typeof loadWebp>>,
	{ rgba, width, height }: Drawn,
) => {
	const encoded = webp.encode(rgba, width, height, HOW);
	if (!encoded) throw new Error('libwebp did not take the picture');
	return Buffer.from(encoded);
};

const COLUMNS = 9;
const ROWS = 8;

/** How light each field of a picture is that is divided into as many columns and rows. */
const lightness = ({ rgba, width, height }: Drawn) => {
	const sums = new Float64Array(COLUMNS * ROWS);
	const counts = new Float64Array(COLUMNS * ROWS);
	for (let y = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			const field = Math.floor((y * ROWS) / height) * COLUMNS + Math.floor((x * COLUMNS) / width);
			const at = 4 * (y * width + x);
			sums[field] =
				(sums[field] ?? 0) + (rgba[at] ?? 0) + (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0);
			counts[field] = (counts[field] ?? 0) + 1;
		}
	return sums.map((sum, field) => sum / (counts[field] || 1));
};

/** How a picture looks in 64 bits: whether each field is darker than the one right of it (dHash), as 16 hex digits. */
export const looksOf = (drawn: Drawn) => {
	const light = lightness(drawn);
	let bits = 0n;
	for (let row = 0; row < ROWS; row++)
		for (let column = 0; column < COLUMNS - 1; column++) {
			const at = row * COLUMNS + column;
			bits = (bits << 1n) | ((light[at] ?? 0) < (light[at + 1] ?? 0) ? 1n : 0n);
		}
	return bits.toString(16).padStart(16, '0');
};
