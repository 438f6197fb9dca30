import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

/** What a browser has, jsdom lacks, and the interface asks for as soon as it renders. */
window.matchMedia ??= (media) => ({
	media,
	matches: false,
	onchange: null,
	addEventListener: () => {},
	removeEventListener: () => {},
	addListener: () => {},
	removeListener: () => {},
	dispatchEvent: () => false,
});

window.ResizeObserver ??= class {
	observe() {}
	unobserve() {}
	disconnect() {}
};

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

afterEach(cleanup);
