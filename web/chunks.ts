/** Used by many parts, of which no screen has one at first: dialogs, menus, lists of options and what they are made of; or by few screens: passwords. */
const LATER =
	/ui[\\/](dialog|passwords|radio)\.|ModalBase|components[\\/]Overlay|use-focus-return|ui[\\/]form-modal|@floating-ui|Floating|Popover|Combobox|PasswordInput|Checkbox|Radio|FocusTrap|focus-trap|Portal|react-remove-scroll|react-style|use-sidecar|use-callback-ref|get-nonce|tslib/;

/** What some screens have and others do not: rows, tables of them, forms. */
const LIST =
	/ui[\\/](list(?![\\/](matching|row-(verbs|buttons)|resource-list|list-dialogs))|select(?![\\/](select(ion|-box)|action-icons|words)\.)|order|edit|copy)[\\/]|ui[\\/](card-grid|two-lines)/;
const TABLE =
	/[\\/](table-core|react-table)[\\/]|ui[\\/]table(?![\\/](compare|shape|table-skeleton|content-columns)\.)[\\/]/;
const FORM =
	/@mantine[\\/]form|klona|fast-deep-equal|Textarea|ui[\\/](form(?![\\/](loaded|leave-guard))|fields(?![\\/]upload-status\.))[\\/]|ui[\\/]next-in-list|beside-file/;
/** Of lists of content alone, which payments do without. */
const CONTENT =
	/ui[\\/](list[\\/](row-(verbs|buttons)|resource-list|list-dialogs)|select[\\/](action-icons|words))/;
/** Of tables of content alone. */
const COLUMNS = /ui[\\/](table[\\/]content-columns|cross-list(?![\\/](course-names|found)\.)[\\/])/;
/** What sends files: in forms, and in the intake without one. */
const SENDING =
	/useBlocker|form[\\/]leave-guard|use-upload|upload-status|upload-progress|api[\\/]upload/;
const SOME = [SENDING, LIST, TABLE, CONTENT, COLUMNS, FORM];

/** Small things that a few screens share, each by itself not worth a request. */
const SMALL =
	/icons-react|nfiniteQuery|ui[\\/](asked|confirm-dialog|save-file|shown-once|use-restore|section|cross-list[\\/]found)\.|preflight(-line)?\.|api[\\/](codes|restore)\.|shared[\\/]receipts\./;

/** Those that at least so many of the screens and late parts have come with every screen. */
const MOST = 7;

/**
 * Which modules come as one file; on a slow line every file costs a round trip. At most 230 KB in 15 requests are
 * asked of every screen. A group takes along what its modules import, unless one before it has it.
 */
export const chunks = {
	groups: [
		{ name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 10 },
		{ name: 'index', tags: ['$initial' as const], priority: 9 },
		{
			name: 'common',
			test: (id: string) =>
				!LATER.test(id) && (id.endsWith('.css') || !SOME.some((each) => each.test(id))),
			minShareCount: MOST,
			priority: 8,
		},
		{ name: 'sending', test: SENDING, minShareCount: 2, priority: 7.5 },
		...Object.entries({
			...{ list: LIST, table: TABLE, content: CONTENT, columns: COLUMNS, form: FORM },
		}).map(([name, test], index) => ({
			...{ name, test, priority: 7 - index },
			minShareCount: { form: 3, content: 4, columns: 4 }[name] ?? 6,
		})),
		{ name: 'dialog', test: /ui[\\/]dialog\.tsx$/, priority: 2.5 },
		{ name: 'passwords', test: /ui[\\/]passwords\.tsx$|sign-in[\\/]queries/, priority: 2.5 },
		{
			name: 'small',
			test: SMALL,
			minShareCount: 2,
			priority: 2,
		},
		// Small as they are, each would be a request of its own.
		{
			name: 'payment-rows',
			test: /features[\\/]transactions[\\/]columns\.|routes[\\/]admin[\\/]transactions\.\$transactionId/,
			priority: 2,
		},
		{ name: 'acts', test: /features[\\/]transactions[\\/](acts|payer-queries)\./, priority: 2 },
		{
			name: 'payments',
			// With days, which only they and the audit trail are narrowed to.
			test: /features[\\/]transactions[\\/](queries|formats|told|live-words|status-badge|transactions\.module)\.|shared[\\/]hidden-phones|ui[\\/](list[\\/]days|day-(field|text))\./,
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
