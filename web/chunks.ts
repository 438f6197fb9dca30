/**
 * Which modules come as one file; on a slow line every file costs a round trip. At most 230 KB in 15 requests are
 * asked of every screen: with none of these a form takes 254 KB in 75 files, with what two screens share as one
 * file the dashboard takes 257 KB, and without the second the courses 255 KB. To take it away, remove its line
 * from `vite.config.ts`.
 */
export const chunks = {
	groups: [
		{ name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 4 },
		{ name: 'index', tags: ['$initial' as const], priority: 3 },
		{ name: 'common', minShareCount: 6, priority: 2 },
		{
			name: 'content',
			test: /features[\\/](courses|subjects|topics|exam-sets|past-papers)[\\/]/,
			minShareCount: 2,
			priority: 1,
		},
	],
};
