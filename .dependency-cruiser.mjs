/**
 * Who may import whom (docs/architecture.md). `npm run check` holds the project to it.
 *
 * Neither `parser` nor `tsPreCompilationDeps` is set: the one misses `import('…')` in types, the
 * other asks for a TypeScript that has an API. @swc/core reads the sources; without it nothing
 * would be read and nothing found, so the check also counts the modules.
 */

/** Tests, and what only tests use: they may look anywhere. */
const TESTS =
	'(\\.test\\.tsx?$|^tests/|^server/test-[^/]+\\.ts$|^server/.*/fixtures/|^web/test-setup\\.ts$)';
/** What runs for users. */
const PRODUCT = '^(server|shared|web/src)/';

const forbidden = [
	{
		name: 'no-cycles',
		comment: 'Files that need each other cannot be read, tested or replaced one by one.',
		severity: 'error',
		from: {},
		to: { circular: true },
	},
	{
		name: 'no-orphans',
		comment: 'A file that nothing uses and that uses nothing is left over from something.',
		severity: 'error',
		from: { orphan: true, pathNot: [TESTS, '\\.d\\.ts$', '^server/main\\.ts$', '\\.config\\.ts$'] },
		to: {},
	},
	{
		name: 'everything-is-found',
		comment: 'An import that leads nowhere fails at run time.',
		severity: 'error',
		from: {},
		to: { couldNotResolve: true },
	},
	{
		name: 'packages-are-declared',
		comment: 'A package that only another package brings is gone when that one changes its mind.',
		severity: 'error',
		from: {},
		to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
	},
	{
		name: 'product-needs-no-tools',
		comment: 'What runs for users must work where only `dependencies` are installed.',
		severity: 'error',
		// What the console is made of is built into it, and what reads files put beside it; a store's client is added by `setup:store`.
		from: {
			path: '^(server|shared)/',
			pathNot: [TESTS, '^server/files/(bucket|reading/parts)\\.ts$'],
		},
		to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
	},
	{
		name: 'product-knows-no-tests',
		comment: 'What only tests and developers use brings their tools and their liberties with it.',
		severity: 'error',
		from: { path: PRODUCT, pathNot: TESTS },
		to: { path: [TESTS, '^(tools|scripts)/'] },
	},
	{
		name: 'shared-stands-alone',
		comment: 'It runs on both sides, so it may use nothing that one of them lacks.',
		severity: 'error',
		from: { path: '^shared/', pathNot: TESTS },
		to: { pathNot: '^shared/|(^|/)node_modules/zod/' },
	},
	{
		name: 'zod-by-one-door',
		comment:
			'shared/zod.ts has zod/mini and configures it before the first schema; JSON Schema is read by the whole of zod alone.',
		severity: 'error',
		from: { path: PRODUCT, pathNot: [TESTS, '^shared/zod\\.ts$', '^server/http/examples\\.ts$'] },
		to: { path: '(^|/)node_modules/zod/' },
	},
	{
		name: 'server-knows-no-web',
		comment: 'They meet in shared/ and over the wire, so that either can be replaced.',
		severity: 'error',
		from: { path: '^server/', pathNot: TESTS },
		to: { path: '^web/' },
	},
	{
		name: 'web-knows-no-server',
		comment: 'What a browser receives must not depend on, or leak, what a server knows.',
		severity: 'error',
		from: { path: '^web/', pathNot: TESTS },
		to: { path: '^server/' },
	},
	{
		name: 'browser-has-no-node',
		comment: 'web/ and shared/ run where the modules of Node do not exist.',
		severity: 'error',
		from: { path: '^(web/src|shared)/', pathNot: TESTS },
		to: { dependencyTypes: ['core'] },
	},
	{
		name: 'db-files-and-http-stand-alone',
		comment:
			'Each can be read, tested and replaced without the others; what joins them lies above.',
		severity: 'error',
		from: { path: '^server/(db|files|http)/', pathNot: TESTS },
		to: { path: '^server/[^/]+/', pathNot: '^server/($1|settings)/' },
	},
	{
		name: 'server-mechanisms-know-no-feature',
		comment: 'They serve any noun; what they need of one is handed to them.',
		severity: 'error',
		from: { path: '^server/[^/]+/', pathNot: [TESTS, '^server/(features|cli)/'] },
		to: { path: '^server/(features/|cli/|app\\.ts|routes\\.ts|serve\\.ts|main\\.ts)' },
	},
	{
		name: 'server-features-know-no-entry',
		comment: 'routes.ts puts features together; one that reached back could not be left out.',
		severity: 'error',
		from: { path: '^server/features/', pathNot: TESTS },
		to: { path: '^server/(cli/|app\\.ts|routes\\.ts|serve\\.ts|main\\.ts|config\\.ts)' },
	},
	{
		name: 'server-features-share-stores',
		comment:
			'Other features read a feature through its store and tables, and through the modules named here.',
		severity: 'error',
		from: { path: '^server/features/([^/]+)/', pathNot: TESTS },
		to: {
			path: '^server/features/',
			pathNot: [
				'^server/features/$1/',
				'/(store|tables)\\.ts$',
				'^server/features/content\\.ts$',
				'^server/features/reconciliation/coverage\\.ts$',
				'^server/features/payments/(access|booking|claims|figures|list|notes|payment-state|take-back|unmatched)\\.ts$',
			],
		},
	},
	{
		name: 'drivers-in-db',
		comment: 'Only server/db/ knows which database it is; queries elsewhere hold on any.',
		severity: 'error',
		from: { path: '^server/', pathNot: [TESTS, '^server/db/'] },
		to: { path: '(^|/)node_modules/(pg|better-sqlite3|kysely/.*migration)/' },
	},
	{
		name: 'better-auth-in-identity',
		comment: 'Who is who is found out in one place; the rest asks that.',
		severity: 'error',
		from: { path: '^server/', pathNot: [TESTS, '^server/identity/'] },
		to: { path: '(^|/)node_modules/(@?better-auth|@node-rs/argon2)/' },
	},
	{
		name: 'disk-in-files',
		comment: 'Features and the API reach files through server/files/, so that a bucket can be one.',
		severity: 'error',
		// page.ts serves the built console, which lies beside the server wherever uploads go.
		from: { path: '^server/(features|http)/', pathNot: [TESTS, '^server/http/page\\.ts$'] },
		to: { path: '^(node:)?fs(/promises)?$' },
	},
	{
		name: 'web-features-meet-in-routes',
		comment: 'Pages lead to each other by address; one can be deleted without the others noticing.',
		severity: 'error',
		from: { path: '^web/src/features/([^/]+)/', pathNot: TESTS },
		to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
	},
	{
		name: 'web-features-know-no-entry',
		comment: 'A page is given its address; it does not know where it hangs in the tree.',
		severity: 'error',
		from: { path: '^web/src/features/', pathNot: TESTS },
		to: { path: '^web/src/(routes/|routeTree\\.gen\\.ts|router\\.tsx|main\\.tsx)' },
	},
	{
		name: 'web-mechanisms-know-no-feature',
		comment: 'api, ui and shell serve any page; what they need of one is handed to them.',
		severity: 'error',
		from: { path: '^web/src/(api|ui|shell)/', pathNot: TESTS },
		to: { path: '^web/src/(features/|routes/|routeTree\\.gen\\.ts|router\\.tsx|main\\.tsx)' },
	},
];

export default {
	forbidden,
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^web/dist/' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'node', 'default', 'types'],
			// Node adds no ending to the imports of the sources, so none is added here.
			extensions: ['.js', '.mjs', '.cjs', '.json', '.d.ts'],
		},
	},
};
