/**
 * Rules for imports between folders (docs/architecture.md), checked by `npm run check`.
 *
 * `parser` and `tsPreCompilationDeps` are not set: the first misses `import('…')` in types, the
 * second needs a TypeScript with a compiler API. @swc/core parses the sources. Without it no module
 * is found, so the check also counts the modules.
 */

/** Tests and their helpers, which may import everything. */
const TESTS =
	'(\\.test\\.tsx?$|^tests/|^server/testing/|^server/.*/fixtures/|^web/test-setup\\.ts$)';
/** Code that runs in production. */
const PRODUCT = '^(server|shared|web/src)/';

const forbidden = [
	{
		name: 'no-cycles',
		comment: 'Files that import each other cannot be tested or replaced separately.',
		severity: 'error',
		from: {},
		to: { circular: true },
	},
	{
		name: 'no-orphans',
		comment: 'A file without imports that no file imports is unused. Delete it.',
		severity: 'error',
		from: { orphan: true, pathNot: [TESTS, '\\.d\\.ts$', '^server/main\\.ts$', '\\.config\\.ts$'] },
		to: {},
	},
	{
		name: 'imports-resolve',
		comment: 'An import that cannot be resolved fails at run time.',
		severity: 'error',
		from: {},
		to: { couldNotResolve: true },
	},
	{
		name: 'packages-declared',
		comment:
			'Add the package to package.json: a transitive dependency can disappear with an update.',
		severity: 'error',
		from: {},
		to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
	},
	{
		name: 'production-without-dev-packages',
		comment: 'Production code must run where only `dependencies` are installed.',
		severity: 'error',
		// The build bundles the packages of the console and of the file readers; `setup:store` installs the client of the bucket.
		from: {
			path: '^(server|shared)/',
			pathNot: [TESTS, '^server/files/(bucket|reading/parts)\\.ts$'],
		},
		to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
	},
	{
		name: 'production-without-tests',
		comment: 'Production code must not import tests, tools or scripts.',
		severity: 'error',
		from: { path: PRODUCT, pathNot: TESTS },
		to: { path: [TESTS, '^(tools|scripts)/'] },
	},
	{
		name: 'shared-without-others',
		comment: 'shared/ runs in browsers and on the server, so it may import only shared/ and zod.',
		severity: 'error',
		from: { path: '^shared/', pathNot: TESTS },
		to: { pathNot: '^shared/|(^|/)node_modules/zod/' },
	},
	{
		name: 'zod-from-shared',
		comment:
			'Import zod from shared/zod.ts, which configures zod/mini before the first schema. Only server/http/examples.ts needs the full zod, for JSON Schema.',
		severity: 'error',
		from: { path: PRODUCT, pathNot: [TESTS, '^shared/zod\\.ts$', '^server/http/examples\\.ts$'] },
		to: { path: '(^|/)node_modules/zod/' },
	},
	{
		name: 'server-without-web',
		comment: 'The server must not import the console. Move shared code to shared/.',
		severity: 'error',
		from: { path: '^server/', pathNot: TESTS },
		to: { path: '^web/' },
	},
	{
		name: 'web-without-server',
		comment:
			'The console must not import the server, whose code would be sent to browsers. Move shared code to shared/.',
		severity: 'error',
		from: { path: '^web/', pathNot: TESTS },
		to: { path: '^server/' },
	},
	{
		name: 'browser-without-node',
		comment: 'web/ and shared/ run in browsers, which lack the modules of Node.',
		severity: 'error',
		from: { path: '^(web/src|shared)/', pathNot: TESTS },
		to: { dependencyTypes: ['core'] },
	},
	{
		name: 'db-files-http-without-others',
		comment:
			'server/db, server/files and server/http must not import other folders of the server, except settings. Connect them in the files above them.',
		severity: 'error',
		from: { path: '^server/(db|files|http)/', pathNot: TESTS },
		to: { path: '^server/[^/]+/', pathNot: '^server/($1|settings)/' },
	},
	{
		name: 'server-without-features',
		comment: 'Shared server code must not import features. Pass what it needs as a parameter.',
		severity: 'error',
		from: { path: '^server/[^/]+/', pathNot: [TESTS, '^server/(features|cli)/'] },
		to: { path: '^server/(features/|cli/|app\\.ts|routes\\.ts|serve\\.ts|main\\.ts)' },
	},
	{
		name: 'server-features-without-entry',
		comment:
			'Features must not import the files that start the server. routes.ts passes them what they need.',
		severity: 'error',
		from: { path: '^server/features/', pathNot: TESTS },
		to: { path: '^server/(cli/|app\\.ts|routes\\.ts|serve\\.ts|main\\.ts|config\\.ts)' },
	},
	{
		name: 'server-features-via-stores',
		comment:
			'Import only store.ts and tables.ts of another feature, or a module that this rule lists.',
		severity: 'error',
		from: { path: '^server/features/([^/]+)/', pathNot: TESTS },
		to: {
			path: '^server/features/',
			pathNot: [
				'^server/features/$1/',
				'/(store|tables)\\.ts$',
				'^server/features/reconciliation/(month|reasons|statement-coverage)\\.ts$',
				'^server/features/periods/(changes-since-closing|detail)\\.ts$',
				'^server/features/payments/(access|accounts|booking|claims|existing-accounts|figures|list|notes|over-returned|payment-facts|refresh|take-back|transitions|unmatched)\\.ts$',
			],
		},
	},
	{
		name: 'drivers-in-db',
		comment:
			'Only server/db/ may import database drivers; all other queries must run on both engines.',
		severity: 'error',
		from: { path: '^server/', pathNot: [TESTS, '^server/db/'] },
		to: { path: '(^|/)node_modules/(pg|better-sqlite3|kysely/.*migration)/' },
	},
	{
		name: 'better-auth-in-identity',
		comment: 'Only server/identity/ may import better-auth and argon2.',
		severity: 'error',
		from: { path: '^server/', pathNot: [TESTS, '^server/identity/'] },
		to: { path: '(^|/)node_modules/(@?better-auth|@node-rs/argon2)/' },
	},
	{
		name: 'disk-in-files',
		comment: 'Use server/files/ instead of node:fs, because files may be in a bucket.',
		severity: 'error',
		// console-page.ts serves the built console, which is always on disk.
		from: { path: '^server/(features|http)/', pathNot: [TESTS, '^server/http/console-page\\.ts$'] },
		to: { path: '^(node:)?fs(/promises)?$' },
	},
	{
		name: 'web-ui-one-way',
		comment: 'Folders of ui/ must not import each other in a circle. Move the file that both need.',
		severity: 'error',
		scope: 'folder',
		from: { path: '^web/src/ui/' },
		to: { path: '^web/src/ui/', circular: true },
	},
	{
		name: 'web-features-independent',
		comment: 'Features of the console must not import each other. Link to pages by address.',
		severity: 'error',
		from: { path: '^web/src/features/([^/]+)/', pathNot: TESTS },
		to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
	},
	{
		name: 'web-features-without-entry',
		comment: 'Features must not import the routes or the router, which import the features.',
		severity: 'error',
		from: { path: '^web/src/features/', pathNot: TESTS },
		to: { path: '^web/src/(routes/|routeTree\\.gen\\.ts|router\\.tsx|main\\.tsx)' },
	},
	{
		name: 'web-without-features',
		comment: 'api/, ui/ and shell/ must not import features. Pass what they need as a parameter.',
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
			// Imports of the sources have file extensions, as in Node, so none is added here.
			extensions: ['.js', '.mjs', '.cjs', '.json', '.d.ts'],
		},
	},
};
