import { execFileSync } from 'node:child_process';
import {
	cpSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { buildClient } from './client.ts';
import { FILES, INSTALLED, PARTS, releasedManifest } from './manifest.ts';
import { listOldPictures } from './pictures.ts';

/**
 * Packs a release of the built console in `dist/`: an archive for a production install, and the list of all packages in
 * it or built into it (CycloneDX), both in the archive and next to it.
 */
process.chdir(join(import.meta.dirname, '..'));

/** The commit, which the name and the version of the release have; a release has a folder of its own. */
const gitHead = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
	encoding: 'utf8',
}).trim();
const name = `ufundi-${manifest.version}-${gitHead}`;
const stage = join('dist', name);

const runNpm = (cwd: string, ...args: string[]) =>
	execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });

/** Returns the packages that are built into shipped files, and which a release therefore does not install. */
const listBuiltIn = () => {
	const named = globSync(
		['web/src/**/*.{ts,tsx,css}', 'server/platform/files/{bucket,reading/parts}.ts'],
		{
			exclude: ['**/*.test.ts', '**/*.test.tsx', '**/*.d.ts'],
		},
	).flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/['"]((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"]*)?['"]/g)].map(
			([, found]) => found,
		),
	);
	return Object.entries(manifest.devDependencies).filter(([dependency]) =>
		named.includes(dependency),
	);
};

/**
 * Returns the CycloneDX list. Uses a copy without development tools, because npm omits packages that a tool needs too.
 */
const createBillOfMaterials = () => {
	const folder = mkdtempSync(join(tmpdir(), 'ufundi-sbom-'));
	const { devDependencies: _tools, ...kept } = manifest;
	const dependencies = { ...kept.dependencies, ...Object.fromEntries(listBuiltIn()) };
	for (const file of ['package-lock.json', '.npmrc']) cpSync(file, join(folder, file));
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...kept, dependencies }));
	runNpm(folder, 'install', '--package-lock-only', '--ignore-scripts');
	const text = runNpm(folder, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx');
	rmSync(folder, { recursive: true });
	return text;
};

/** Minimum age of a package: hijacked versions are mostly detected within days. */
const DAYS = 7;

/** Tests a production install; npm refuses packages that are too young. */
const testInstall = () => {
	const folder = mkdtempSync(join(tmpdir(), 'ufundi-install-'));
	try {
		for (const file of INSTALLED) cpSync(file, join(folder, file));
		runNpm(folder, 'ci', '--omit=dev', '--ignore-scripts', `--min-release-age=${DAYS}`);
	} finally {
		rmSync(folder, { recursive: true });
	}
};

const oldPictures = listOldPictures();
if (oldPictures.length > 0)
	throw new Error(
		`Run \`npm run screenshots\`. Pictures of the README: ${oldPictures.join(', ')}.`,
	);
testInstall();
rmSync(stage, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
for (const part of PARTS)
	cpSync(part, join(stage, part), {
		recursive: true,
		filter: (path) => !/\.test\.ts$|\/fixtures$|\/testing$/.test(path),
	});
for (const file of FILES) cpSync(file, join(stage, file));
const client = join(import.meta.dirname, '..', stage, 'client');
await buildClient(client);
runNpm(client, 'pack', '--pack-destination', '..');
rmSync(client, { recursive: true });
writeFileSync(
	join(stage, 'package.json'),
	`${JSON.stringify({ ...releasedManifest, gitHead }, null, '\t')}\n`,
);
const bill = createBillOfMaterials();
for (const path of [join(stage, 'sbom.cdx.json'), `${stage}.cdx.json`]) writeFileSync(path, bill);
execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: 'dist' });
rmSync(stage, { recursive: true });
console.log(`dist/${name}.tar.gz and its list of packages, dist/${name}.cdx.json`);
