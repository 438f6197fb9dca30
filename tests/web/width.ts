import { vi } from 'vitest';

/** Has the screen of a test be wide or narrow, which jsdom does not tell; until the next test. */
export const setWidth = (width: 'wide' | 'narrow') =>
	vi.spyOn(window, 'matchMedia').mockImplementation(
		(media) =>
			({
				media,
				matches: media.includes('max-width') === (width === 'narrow'),
				addEventListener: () => {},
				removeEventListener: () => {},
			}) as unknown as MediaQueryList,
	);
