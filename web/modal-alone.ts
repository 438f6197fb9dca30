import type { Plugin } from 'vite';

const MODAL_ROOT = /[\\/]components[\\/]Modal[\\/]ModalRoot\.mjs$/;

/**
 * Leaves out of Mantine's dialog a question about scroll areas, of which ours has none: for it every first
 * dialog would fetch them, and all that places menus with them, 19 KB over the wire.
 */
export const modalAlone = (): Plugin => ({
	name: 'modal-alone',
	apply: 'build',
	transform(code, id) {
		if (!MODAL_ROOT.test(id)) return undefined;
		const without = code
			.replace(/^import \{ ScrollArea \} from .*$/m, '')
			.replace('scrollAreaComponent === ScrollArea.Autosize', 'false');
		if (/\bScrollArea\b/.test(without))
			this.error('The dialog uses scroll areas in a way that is not known here.');
		return { code: without, map: null };
	},
});
