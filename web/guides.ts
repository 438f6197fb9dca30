import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { marked } from 'marked';
import type { Plugin } from 'vite';

/** Guides for the people who work with the console, in `docs/`, by the name of their address. */
const GUIDES = {
	'guides/editors.html': 'docs/editors.md',
	'guides/finance.html': 'docs/finance.md',
};
const STYLE = 'guides/guide.css';

const style = `body { margin: 0 auto; padding: 16px; max-width: 46rem; font: 1rem/1.6 system-ui, sans-serif; }
img { max-width: 100%; border: 1px solid #8888; border-radius: 8px; }
:root { color-scheme: light dark; }
`;

const readTitle = (text: string) => /^# (.*)$/m.exec(text)?.[1] ?? '';

/** Returns the page of a guide, and the pictures that it shows, by their addresses. */
const buildGuide = (file: string) => {
	const text = readFileSync(file, 'utf8');
	// Pictures are taken of a console that was built without them.
	const pictures = [...text.matchAll(/\]\((pictures\/[^)]+)\)/g)]
		.map(([, path = '']) => path)
		.filter((path) => existsSync(`docs/${path}`));
	const body = marked.parse(text, { async: false });
	const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${readTitle(text)}</title>
<link rel="stylesheet" href="${basename(STYLE)}">
<body>
<main>
${body}</main>
</body>
</html>
`;
	return { page, pictures };
};

/** Puts the guides and their pictures beside the console. A page of the development server is built at each request. */
export const guides = (): Plugin => ({
	name: 'guides',
	generateBundle() {
		const emit = (fileName: string, source: string | Uint8Array) =>
			this.emitFile({ type: 'asset', fileName, source });
		emit(STYLE, style);
		for (const [address, file] of Object.entries(GUIDES)) {
			const { page, pictures } = buildGuide(file);
			emit(address, page);
			for (const path of pictures) emit(`guides/${path}`, readFileSync(`docs/${path}`));
		}
	},
	configureServer: ({ middlewares }) => {
		middlewares.use(`/${STYLE}`, (_request, response) => {
			response.setHeader('content-type', 'text/css').end(style);
		});
		middlewares.use('/guides/pictures', (request, response) => {
			response.end(readFileSync(`docs/pictures/${basename(request.url ?? '')}`));
		});
		for (const [address, file] of Object.entries(GUIDES))
			middlewares.use(`/${address}`, (_request, response) => {
				response.setHeader('content-type', 'text/html').end(buildGuide(file).page);
			});
	},
});
