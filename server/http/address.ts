import type { IncomingMessage } from 'node:http';

/**
 * The address to route by. One whose percent-encoding cannot be read, such as `/admin/…/100%`, is
 * taken literally: it then meets every hook on its way to the page, or to an id that nothing has.
 */
export const routedAddress = ({ url = '/' }: IncomingMessage) => {
	if (!url.includes('%')) return url;
	const [path = '', ...query] = url.split('?');
	try {
		decodeURIComponent(path);
		return url;
	} catch {
		return [path.replaceAll('%', '%25'), ...query].join('?');
	}
};
