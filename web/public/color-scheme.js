// Before the first paint: the scheme that was chosen, or the system's.
try {
	const chosen = localStorage.getItem('mantine-color-scheme-value');
	const dark = matchMedia('(prefers-color-scheme: dark)').matches;
	document.documentElement.setAttribute(
		'data-mantine-color-scheme',
		chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light',
	);
} catch {}
