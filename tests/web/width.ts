import { vi } from 'vitest';

/** Sets the width of the screen, which jsdom does not have, for one test. */
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
