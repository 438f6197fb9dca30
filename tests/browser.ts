import { spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import packaged, { inflate } from '@sparticuz/chromium';

/** A browser and the environment variables that it needs. */
export interface Browser {
	executablePath: string;
	env: Record<string, string>;
}

/** Paths where systems install Chromium, Chrome and Edge. */
const INSTALLED: Partial<Record<NodeJS.Platform, string[]>> = {
	linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
	darwin: [
		'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
		'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
	],
	win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) => [
		join(process.env[name] ?? '', 'Google/Chrome/Application/chrome.exe'),
		join(process.env[name] ?? '', 'Microsoft/Edge/Application/msedge.exe'),
	]),
};

/** Returns whether a browser starts; on Windows, where `--version` opens a window, whether it exists. */
const starts = ({ executablePath, env }: Browser) =>
	process.platform === 'win32'
		? existsSync(executablePath)
		: spawnSync(executablePath, ['--version'], {
				env: { ...process.env, ...env },
				timeout: 10_000,
			}).status === 0;

/** Runs `work` with `folder` as the system's temporary folder. */
const withTemporaryFolder = async (folder: string, work: () => Promise<unknown>) => {
	const before = process.env.TMPDIR;
	process.env.TMPDIR = folder;
	try {
		await work();
	} finally {
		if (before === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = before;
	}
};

/**
 * Unpacks the packaged browser into a folder named after its version. The package would reuse any file in the temporary
 * folder, even an older or incomplete one; so it writes to a new folder, which is renamed when it is complete.
 */
const unpack = async () => {
	const packageFolder = join(
		createRequire(import.meta.url).resolve('@sparticuz/chromium'),
		'../..',
	);
	const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
	const cache = join(import.meta.dirname, '../node_modules/.cache');
	const folder = join(cache, `chromium-${version}`);
	if (existsSync(folder)) return folder;

	mkdirSync(cache, { recursive: true });
	const fresh = mkdtempSync(`${folder}-`);
	await withTemporaryFolder(fresh, async () => {
		await packaged.executablePath();
		await inflate(join(packageFolder, 'bin/al2023.tar.br'));
	});
	try {
		renameSync(fresh, folder);
	} catch (error) {
		rmSync(fresh, { recursive: true, force: true });
		// Another run may have unpacked it first.
		if (!existsSync(folder)) throw error;
	}
	return folder;
};

/**
 * Writes a configuration with the packaged font alone, and with DejaVu for the signs that it lacks: lengths of text,
 * and so what fits on a screen, are the same on all machines.
 */
const writeFontsFile = (folder: string) => {
	const file = join(folder, 'packaged-fonts.conf');
	const dejavu = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json');
	const folders = [join(folder, 'fonts'), join(dejavu, '../ttf')];
	writeFileSync(
		file,
		`<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	${folders.map((path) => `<dir>${path}</dir>`).join('')}<cachedir>${join(folder, 'fonts-cache')}</cachedir>
	<alias binding="strong"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
	<alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`,
	);
	return file;
};

/** Returns the packaged browser with its fonts, also with its own libraries. */
const unpackBrowsers = async (): Promise<Browser[]> => {
	if (process.platform !== 'linux' || process.arch !== 'x64') return [];
	const folder = await unpack();
	const executablePath = join(folder, 'chromium');
	const fonts = { FONTCONFIG_FILE: writeFontsFile(folder) };
	return [
		{ executablePath, env: fonts },
		{ executablePath, env: { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023/lib') } },
	];
};

/**
 * Returns the Chromium for the browser tests: the one in `CHROMIUM_PATH`, else the packaged one, else an installed one.
 * Throws if none starts.
 */
export const findBrowser = async (): Promise<Browser> => {
	const named = process.env.CHROMIUM_PATH;
	const candidates = named
		? [{ executablePath: named, env: {} }]
		: [
				...(await unpackBrowsers()),
				...(INSTALLED[process.platform] ?? []).map((executablePath) => ({
					executablePath,
					env: {},
				})),
			];
	const browser = candidates.find(starts);
	if (!browser) throw new Error('No Chromium starts here; name one with CHROMIUM_PATH.');
	return browser;
};
