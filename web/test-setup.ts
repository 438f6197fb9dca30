import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** Browser APIs that the interface needs and jsdom lacks. */
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

// A text field that grows with its text measures again once the fonts are there.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

// Its default of a second is missed on a busy machine; what is there is found at once in any case.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
