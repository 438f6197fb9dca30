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

/** The parts, each a folder of server, web/src and shared/contract, with the parts that it may import. */
const MAY_IMPORT = {
	platform: ['content'],
	content: ['platform'],
	papers: ['platform', 'content'],
	finance: ['platform', 'content'],
	learners: ['platform', 'content', 'finance'],
};
const PARTS = Object.keys(MAY_IMPORT);

/** A feature of the console: a folder of a part that is not shared by others. */
const FEATURES = `(?:${PARTS.join('|')})/(?!api/|ui/|shell/)[^/]+`;

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
		// The build of the client puts the types that these import next to them.
		from: { pathNot: '^scripts/client/index\\.d\\.ts$' },
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
			pathNot: [TESTS, '^server/platform/files/(bucket|reading/parts)\\.ts$'],
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
			'Import zod from shared/zod.ts, which configures zod/mini before the first schema. Only server/platform/http/examples.ts needs the full zod, for JSON Schema.',
		severity: 'error',
		from: {
			path: PRODUCT,
			pathNot: [TESTS, '^shared/zod\\.ts$', '^server/platform/http/examples\\.ts$'],
		},
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
	...Object.entries(MAY_IMPORT).map(([part, others]) => ({
		name: `${part}-without-other-parts`,
		comment:
			'A part may import only the parts that docs/architecture.md names for it. Let the other part register itself (server/parts.ts, web/src/parts.ts).',
		severity: 'error',
		from: { path: `^(server|web/src|shared/contract)/${part}/`, pathNot: TESTS },
		to: {
			path: `^(server|web/src|shared/contract)/(${PARTS.join('|')})/`,
			pathNot: `^(server|web/src|shared/contract)/(${[part, ...others].join('|')})/`,
		},
	})),
	{
		name: 'server-parts-without-entry',
		comment:
			'Parts must not import the files that start the server. parts.ts passes them what they need.',
		severity: 'error',
		from: { path: `^server/(${PARTS.join('|')})/`, pathNot: TESTS },
		to: {
			path: '^server/(cli/|[^/]+\\.ts$)',
		},
	},
	{
		name: 'db-files-http-without-others',
		comment:
			'The folders db, files and http of the platform must not import other folders of the server, except settings. Connect them in the files above them.',
		severity: 'error',
		from: { path: '^server/platform/(db|files|http)/', pathNot: TESTS },
		to: {
			path: '^server/([^/]+)/[^/]+/',
			pathNot: '^server/platform/($1|settings)/',
		},
	},
	{
		name: 'mechanisms-without-features',
		comment: 'Mechanisms must not import features. Pass what they need as a parameter.',
		severity: 'error',
		from: {
			path: '^server/(platform/(api|audit|db|files|http|identity|settings)|content/(resources|operations))/',
			pathNot: TESTS,
		},
		to: {
			path: `^server/(${PARTS.join('|')})/[^/]+/`,
			pathNot:
				'^server/(platform/(api|audit|db|files|http|identity|settings)|content/(resources|operations))/',
		},
	},
	{
		name: 'drivers-in-db',
		comment:
			'Only server/platform/db/ may import database drivers; all other queries must run on both engines.',
		severity: 'error',
		from: { path: '^server/', pathNot: [TESTS, '^server/platform/db/'] },
		to: { path: '(^|/)node_modules/(pg|better-sqlite3|kysely/.*migration)/' },
	},
	{
		name: 'better-auth-in-identity',
		comment: 'Only server/platform/identity/ may import better-auth and argon2.',
		severity: 'error',
		from: { path: '^server/', pathNot: [TESTS, '^server/platform/identity/'] },
		to: { path: '(^|/)node_modules/(@?better-auth|@node-rs/argon2)/' },
	},
	{
		name: 'disk-in-files',
		comment: 'Use server/platform/files/ instead of node:fs, because files may be in a bucket.',
		severity: 'error',
		// console-page.ts serves the built console, which is always on disk.
		from: {
			path: '^server/(platform/http|content|papers|finance|learners)/',
			pathNot: [TESTS, '^server/platform/http/console-page\\.ts$'],
		},
		to: { path: '^(node:)?fs(/promises)?$' },
	},
	{
		name: 'web-ui-one-way',
		comment: 'Folders of ui/ must not import each other in a circle. Move the file that both need.',
		severity: 'error',
		scope: 'folder',
		from: { path: '^web/src/platform/ui/' },
		to: { path: '^web/src/platform/ui/', circular: true },
	},
	{
		name: 'web-features-independent',
		comment: 'Features of the console must not import each other. Link to pages by address.',
		severity: 'error',
		from: { path: `^web/src/(${FEATURES})/`, pathNot: TESTS },
		to: { path: `^web/src/(${FEATURES})/`, pathNot: '^web/src/$1/' },
	},
	{
		name: 'web-parts-without-entry',
		comment: 'Parts must not import the routes or the router, which import the parts.',
		severity: 'error',
		from: { path: `^web/src/(${PARTS.join('|')})/`, pathNot: TESTS },
		to: { path: '^web/src/(routes/|routeTree\\.gen\\.ts|router\\.tsx|main\\.tsx)' },
	},
	{
		name: 'web-ui-without-features',
		comment: 'api/, ui/ and shell/ must not import features. Pass what they need as a parameter.',
		severity: 'error',
		from: { path: '^web/src/platform/(api|ui|shell)/', pathNot: TESTS },
		to: { path: `^web/src/(${FEATURES})/` },
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
