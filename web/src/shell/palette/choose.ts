import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Entry } from './entry.ts';

/** What happens with a line that was chosen: where it leads, here or in a new tab, or what it does. */
export const useChoose = (onClose: () => void) => {
	const router = useRouter();
	const navigate = useNavigate();
	const hrefOf = ({ link }: Entry) => link && router.buildLocation(link as never).href;
	const choose = (entry: Entry, newTab = false) => {
		const href = hrefOf(entry);
		if (newTab && href) {
			window.open(href, '_blank', 'noopener');
			return;
		}
		onClose();
		if (entry.link && !entry.here) void navigate(entry.link as never);
		entry.act?.();
	};
	return { hrefOf, choose };
};
