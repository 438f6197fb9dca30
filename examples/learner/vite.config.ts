import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
	root: import.meta.dirname,
	plugins: [react()],
	build: {
		modulePreload: { polyfill: false },
		rolldownOptions: {
			input: {
				index: `${import.meta.dirname}/index.html`,
				worker: `${import.meta.dirname}/worker.ts`,
			},
			// A service worker controls the addresses next to and below its own.
			output: {
				entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
			},
		},
	},
});
