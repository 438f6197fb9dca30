import type { Plugin } from 'vite';

/** The chunks of nearly every first load, most of which it calls. */
const FIRST = /^(vendor|index|basics|lists)$/;

/**
 * Has Chromium compile the functions of these chunks while they arrive, on another thread
 * (v8.dev/blog/explicit-compile-hints). One by one, each when it is first called, was a quarter of the
 * processor's work before the rows of a list. Other browsers read a comment.
 */
export const compileHints = (): Plugin => ({
	name: 'compile-hints',
	apply: 'build',
	generateBundle: {
		// Only the first line counts, and Vite writes one of its own above the code.
		order: 'post',
		handler(_options, bundle) {
			const hinted = Object.values(bundle).filter(
				(part) => part.type === 'chunk' && FIRST.test(part.name),
			);
			if (hinted.length !== 4) this.error(`${hinted.length} chunks of the first load were found.`);
			for (const part of hinted)
				if (part.type === 'chunk') part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
		},
	},
});
