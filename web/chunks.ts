/** Used by many parts, of which no screen has one at first: dialogs, menus, lists of options and what they are made of; or by few screens: passwords. */
const LATER =
	/ui[\\/](dialog[\\/]dialog|plain-form[\\/](passwords|radio|plain-form-dialog))\.|ModalBase|components[\\/]Overlay|use-focus-return|@floating-ui|Floating|Popover|Combobox|PasswordInput|Checkbox|Radio|FocusTrap|focus-trap|Portal|react-remove-scroll|react-style|use-sidecar|use-callback-ref|get-nonce|tslib/;

/** What some screens have and others do not: lists with their rows, tables of them, forms. */
const LIST =
	/ui[\\/](list(?![\\/](matching|one-of-many))|select(?![\\/]select(ion|-box)\.)|order|edit)[\\/]|ui[\\/](rows[\\/](card-grid|two-lines)|dates[\\/]day-(field|text))|Icon(LinkPlus|FileSearch|Calendar|CalendarOff)\./;
const TABLE =
	/ui[\\/](table(?![\\/](compare|shape|table-skeleton)\.)|cross-list(?![\\/](course-names|found)\.))[\\/]/;
const FORM =
	/@mantine[\\/]form|klona|fast-deep-equal|Textarea|ui[\\/](form(?![\\/](loaded|leave-guard))|fields(?![\\/]upload-status\.))[\\/]|ui[\\/]rows[\\/]next-in-list|beside-file/;
/** What sends files: in forms, and in the intake without one. */
const SENDING =
	/useBlocker|form[\\/]leave-guard|api[\\/]upload[\\/](use-)?upload|upload-status|undo-(button|operations)/;
const SOME = [SENDING, LIST, TABLE, FORM];

/** Small things that the pages of content share, each by itself not worth a request. */
const SMALL =
	/ui[\\/](cross-list[\\/]found|copy[\\/]duplicate|preflight[\\/]preflight-line)\.|api[\\/]preflight\./;
/** The same of what few screens or what comes late have, each with most of the others. */
const RARE =
	/icons-react|nfiniteQuery|ui[\\/][^\\/]+[\\/](asked|confirm-dialog|notices-above|show-more|shown-once|use-restore|section)\.|api[\\/](codes|restore)\.|shared[\\/]portions\./;

/** A page that stands at two addresses, a nested and a short one, is one file with both. */
const PAGES = {
	paper: /past-papers[\\/]paper-page|\$paperId\.tsx/,
	papers: /past-papers[\\/]papers-page|pastpapers(\.|[\\/]index\.)tsx/,
	topic: /topics[\\/]topic-page|\$topicId\.tsx/,
	topics: /topics[\\/]topics-page|topics[\\/]index\.tsx/,
	'exam-set': /exam-sets[\\/]exam-set-page|\$examSetId[\\/]index\.tsx/,
	'exam-sets': /exam-sets[\\/]exam-sets-page|examsets[\\/](index|list)\.tsx/,
	subject: /subjects[\\/]subject-page|\$subjectId(\.|[\\/]index\.)tsx/,
	subjects: /subjects[\\/]subjects-page|subjects[\\/](index|list|new)\.tsx/,
};

/** Those that at least so many of the screens and late parts have come with every screen. */
const MOST = 7;

/**
 * Which modules come as one file; on a slow line every file costs a round trip. At most 230 KB in 15 requests are
 * asked of every screen. A group takes along what its modules import, unless one before it has it. Before these groups
 * it was 201 to 255 KB in 10 to 22 (docs/decisions/0099); without `codeSplitting` in `vite.config.ts` the bundler decides.
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
		{ name: 'sending', test: SENDING, minShareCount: 2, priority: 7 },
		...Object.entries({ list: LIST, table: TABLE, form: FORM }).map(([name, test], index) => ({
			name,
			test,
			priority: 7 - index,
			minShareCount: name === 'table' ? 4 : 3,
		})),
		// Of the same priority the first takes a module: priorities are whole numbers.
		{ name: 'small', test: SMALL, minShareCount: 2, priority: 2 },
		{ name: 'dialog', test: /ui[\\/]dialog[\\/]dialog\.tsx$/, priority: 2 },
		{
			name: 'passwords',
			test: /ui[\\/]plain-form[\\/]passwords\.tsx$|sign-in[\\/]queries/,
			priority: 2,
		},
		{
			name: 'payments',
			test: /features[\\/]transactions[\\/](queries|formats|payment-status|transactions\.module)\.|ui[\\/]files[\\/]save-file\.|shared[\\/](hidden-phones|receipts)|Icon(Clock|CircleX|DeviceMobileDollar)\./,
			minShareCount: 2,
			priority: 2,
		},
		// Small as they are, each would be a request of its own.
		{
			name: 'payment-rows',
			test: /features[\\/]transactions[\\/](columns|payments-table)\.|routes[\\/]admin[\\/]transactions\.\$transactionId/,
			priority: 2,
		},
		{
			name: 'acts',
			test: /features[\\/]transactions[\\/](acts|phone-number)\./,
			priority: 2,
		},
		...Object.entries(PAGES).map(([name, test]) => ({ name, test, priority: 2 })),
		{
			name: 'books',
			test: /features[\\/]reconciliation[\\/](queries|words)\.|features[\\/]periods[\\/]words\.|contract[\\/]periods\./,
			priority: 2,
		},
		{ name: 'rare', test: RARE, minShareCount: 2, priority: 1 },
		{
			name: 'audit-list',
			test: /(ui[\\/]audit[\\/]audit-list|api[\\/]audit)\./,
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
