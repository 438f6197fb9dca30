/** Used by many parts, of which no screen has one at first: dialogs, menus, lists of options and what they are made of; or by few screens: passwords. */
const LATER =
	/ui[\\/](dialog|passwords)\.|ModalBase|@floating-ui|Floating|Popover|Combobox|PasswordInput|FocusTrap|focus-trap|Portal|react-remove-scroll|react-style|use-sidecar|use-callback-ref|get-nonce|tslib/;

/**
 * Which modules come as one file; on a slow line every file costs a round trip. At most 230 KB in 15 requests are
 * asked of every screen: with none of these a form takes 254 KB in 75 files, with what two screens share as one
 * file the dashboard takes 257 KB, and without the second the courses 255 KB. To take it away, remove its line
 * from `vite.config.ts`.
 */
export const chunks = {
	groups: [
		{ name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 6 },
		{ name: 'index', tags: ['$initial' as const], priority: 5 },
		{ name: 'common', test: (id: string) => !LATER.test(id), minShareCount: 6, priority: 3 },
		{ name: 'dialog', test: /ui[\\/]dialog\.tsx$/, priority: 2 },
		{ name: 'passwords', test: /ui[\\/]passwords\.tsx$/, priority: 2 },
		{
			// One for each kind of content: together they bring every form the tables of the others.
			name: (id: string) => /features[\\/]([a-z-]+)/.exec(id)?.[1] ?? null,
			test: /features[\\/](courses|subjects|topics|exam-sets|past-papers)[\\/]/,
			minShareCount: 2,
			priority: 1,
		},
	],
};

/**
 * Has Chromium compile the functions of what every screen needs while it arrives, on another thread
 * (v8.dev/blog/explicit-compile-hints); one by one, each when it is first called, is a fifth of the main thread's
 * work before a screen stands: 137 ms with the dashboard, 112 with this line, and 148 and 114 with the payments.
 */
export const postBanner = ({ name }: { name: string }) =>
	name === 'vendor' ? '//# allFunctionsCalledOnLoad' : '';
