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
