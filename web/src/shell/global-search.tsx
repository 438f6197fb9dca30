import { Button, Kbd, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccount } from '../api/account.ts';
import { watchOpened } from '../api/recently-opened.ts';
import { onDemand, preloadHandlers } from '../ui/loading/on-demand.tsx';

const [Palette, prepare] = onDemand(() => import('./palette/palette.tsx'), 'Palette');

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns whether a dialog is open, or the menu of a small screen. */
const isElsewhere = () => document.querySelector('[aria-modal=true]') !== null;

/** Records opened items for the palette. */
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
 * Renders the button of the global search, which looks like a field. `/` and Ctrl+K open the search too (⌘K on Apple
 * devices, where Ctrl+K deletes to the end of the line). On a screen with its own search `[data-slash]`, `/` focuses
 * that field. In fields `/` types a slash.
 */
export const GlobalSearch = () => {
	const [opened, search] = useDisclosure(false);
	useWatchOpened();
	const open = () => {
		if (!isElsewhere()) search.open();
	};
	const slash = () => {
		const field = document.querySelector<HTMLInputElement>('[data-slash]');
		if (!field || isElsewhere()) return open();
		field.focus();
		field.select();
	};
	useHotkeys([
		['/', slash],
		// For keyboards on which the slash needs Shift.
		['shift+/', slash],
	]);
	useHotkeys([[isApple ? 'meta+K' : 'ctrl+K', open]], [], true);
	return (
		<>
			<Button
				variant="default"
				color="gray"
				w={{ md: '26rem' }}
				fw={400}
				flex="none"
				justify="flex-start"
				leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
				rightSection={
					<Kbd size="xs" visibleFrom="md" aria-hidden data-keys={isApple ? '⌘K' : 'Ctrl K'} />
				}
				styles={{ label: { flex: 1 } }}
				aria-label="Search everything"
				aria-haspopup="dialog"
				aria-keyshortcuts={isApple ? 'Meta+K /' : 'Control+K /'}
				onClick={open}
				{...preloadHandlers(prepare)}
			>
				Search
				<Text span inherit visibleFrom="md">
					&nbsp;everything
				</Text>
			</Button>
			<Palette opened={opened} onClose={search.close} />
		</>
	);
};
