import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccount } from '../api/account.ts';
import { watchOpened } from '../api/recently-opened.ts';
import { onDemand, whenReached } from '../ui/loading/on-demand.tsx';
import { useEarlyKeys } from './early-keys.ts';
import classes from './global-search.module.css';

const [Palette, prepare] = onDemand(() => import('./palette/palette.tsx'), 'Palette');

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Another dialog is open, or the menu of a small screen: what is asked there comes first. */
const isElsewhere = () =>
	document.getElementById('root')?.inert || document.querySelector('dialog[open]') !== null;

/** What the person opens, for the palette to offer again. */
const useWatchOpened = () => {
	const client = useQueryClient();
	const router = useRouter();
	const person = useAccount()?.id;
	useEffect(
		() => (person ? watchOpened(client, person, () => router.state.location.pathname) : undefined),
		[client, router, person],
	);
};

/**
 * Looks like a field and opens the search for everything, as `/` and Ctrl+K do (⌘K, where Ctrl+K deletes to the
 * end of the line). In a field `/` is a slash.
 */
export const GlobalSearch = () => {
	const [opened, search] = useDisclosure(false);
	useWatchOpened();
	const takeEarly = useEarlyKeys(opened, search.close);
	const open = () => {
		if (!isElsewhere()) search.open();
	};
	useHotkeys([
		['/', open],
		// Where the slash stands above another sign.
		['shift+/', open],
	]);
	useHotkeys([[isApple ? 'meta+K' : 'ctrl+K', open]], [], true);
	return (
		<>
			<button
				type="button"
				className={classes.button}
				aria-label="Search everything"
				aria-haspopup="dialog"
				aria-keyshortcuts={isApple ? 'Meta+K /' : 'Control+K /'}
				onClick={open}
				{...whenReached(prepare)}
			>
				<IconSearch size={18} stroke={1.7} aria-hidden />
				<span className={classes.words}>Search everything</span>
				<kbd className={classes.keys} data-keys={isApple ? '⌘K' : 'Ctrl K'} aria-hidden />
			</button>
			<Palette opened={opened} onClose={search.close} takeEarly={takeEarly} />
		</>
	);
};
