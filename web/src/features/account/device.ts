const browsers = [
	[/Edg(e|A|iOS)?\//, 'Edge'],
	[/OPR\/|Opera/, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Safari\//, 'Safari'],
] as const;

const systems = [
	[/iPhone|iPad/, 'iOS'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'macOS'],
	[/CrOS/, 'ChromeOS'],
	[/Linux/, 'Linux'],
] as const;

const named = (list: readonly (readonly [RegExp, string])[], text: string) =>
	list.find(([pattern]) => pattern.test(text))?.[1];

/** A browser's `User-Agent` in words: 'Firefox on Windows'. Others claim to be Chrome, so that comes late. */
export const deviceName = (agent: string): string => {
	const [browser, system] = [named(browsers, agent), named(systems, agent)];
	if (browser && system) return `${browser} on ${system}`;
	return browser ?? system ?? 'Unknown device';
};
