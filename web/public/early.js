// Runs before the first paint, and long before the console itself has arrived. What it knows of the
// screens is filled in by the build (web/early-script.ts).

// The colour scheme that was chosen, or the system's.
try {
	const chosen = localStorage.getItem('mantine-color-scheme-value');
	const dark = matchMedia('(prefers-color-scheme: dark)').matches;
	document.documentElement.setAttribute(
		'data-mantine-color-scheme',
		chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light',
	);
} catch {}

// The questions that the screen is going to ask first: src/api/begun.ts takes the answers.
((screens, files) => {
	const { pathname, search } = location;
	const address = pathname.replace(/(.)\/+$/, '$1');
	if (!/^\/admin(\/|$)/.test(address)) return;
	const begun = new Map();
	const begin = (call) => {
		const options = {
			headers: { accept: 'application/json' },
			signal: AbortSignal.timeout(30_000),
		};
		begun.set(
			call,
			fetch(call, options).catch(() => undefined),
		);
	};
	begin('/api/account');
	const list = /^\/admin\/(courses|subjects|topics|examsets|pastpapers)$/.exec(address);
	if (list && search === '') begin(`/api/${list[1]}`);
	globalThis.ufundiBegun = begun;

	// And the files of that screen, which the console would ask for only once it runs.
	const [, needs = []] = screens.find(([pattern]) => new RegExp(pattern).test(address)) ?? [];
	for (const index of needs) {
		const link = document.createElement('link');
		link.rel = 'modulepreload';
		link.crossOrigin = '';
		link.href = `/assets/${files[index]}`;
		document.head.append(link);
	}
})([], []);
