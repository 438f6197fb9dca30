/** Service worker: opens the page without a connection. The page itself keeps courses and files (kept.ts). */

interface WorkerEvent extends Event {
	request: Request;
	waitUntil: (work: Promise<unknown>) => void;
	respondWith: (answer: Promise<Response>) => void;
}

const SHELL = 'shell';

/** Keeps the page with its script and style sheet, and drops those of older versions. */
const keepShell = async () => {
	const page = await fetch('/');
	const html = await page.clone().text();
	const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
		([, path]) => `${path}`,
	);
	await caches.delete(SHELL);
	const cache = await caches.open(SHELL);
	await Promise.all([cache.put('/', page), cache.addAll(paths)]);
};

const worker = self as unknown as EventTarget;

worker.addEventListener('install', (event) => {
	(event as WorkerEvent).waitUntil(keepShell());
});

worker.addEventListener('fetch', (event) => {
	const { request, respondWith } = event as WorkerEvent;
	const { origin, pathname } = new URL(request.url);
	if (request.method !== 'GET' || origin !== location.origin) return;
	const readShell = async () => {
		const kept = await caches.match(request.mode === 'navigate' ? '/' : pathname);
		return kept ?? Response.error();
	};
	respondWith.call(event, fetch(request).catch(readShell));
});
