import { Button, CloseButton, Group, Input, Loader, Modal, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { formatCount } from '#shared/grouped.ts';
import { describeError } from '../../api/error-message.ts';
import { useCloseOnBack } from '../../ui/dialog/history-steps.ts';
import { useFocusBack } from '../../ui/dialog/modal.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import type { Entry, Group as Results } from './entry.ts';
import { Options } from './options.tsx';
import classes from './palette.module.css';
import { useGroups } from './use-groups.ts';
import type { useServerSearch } from './use-server-search.ts';

interface StateLineProps {
	text: string;
	search: ReturnType<typeof useServerSearch>;
	/** Number of results. */
	count: number;
	/** Number of results that did not come from the server. */
	local: number;
}

const emphasize = (text: string) => (
	<Text span inherit fw={600} c="var(--mantine-color-text)">
		{text}
	</Text>
);

/** Describes the state of a search: slow, failed, without results, or corrected. */
const describeSearch = ({ text, search, count, local }: StateLineProps): ReactNode => {
	const { answer, stale, searching, slow, searchedText } = search;
	if (slow) return 'Still searching. The connection is slow.';
	if (searching || stale || !answer) return undefined;
	if (answer.corrected !== null)
		return (
			<>
				No results for {emphasize(searchedText)}. Showing {emphasize(answer.corrected)}
			</>
		);
	if (count > local) return undefined;
	return (
		<>
			{local > 0 ? 'No other results for ' : 'No results for '}
			{emphasize(text)}.
		</>
	);
};

const countResults = (groups: readonly Results[]) =>
	groups.flatMap(({ entries }) => entries).filter(({ isList }) => !isList).length;

/** Renders the state of a search, and for screen readers the number of results. */
const StateLine = (props: StateLineProps) => {
	const { search, count, text } = props;
	const stateText = describeSearch(props);
	const failure = search.error && describeError(search.error, 'Could not search');
	return (
		<>
			{failure && (
				<Group
					justify="space-between"
					gap="sm"
					wrap="nowrap"
					p="12px 18px"
					c="var(--mantine-color-error)"
					role="alert"
				>
					<Text inherit fz={15}>
						{failure.message}. {failure.hint}
					</Text>
					<Button flex="none" variant="default" size="xs" onClick={search.retry}>
						Retry
					</Button>
				</Group>
			)}
			<Text p="12px 18px" fz={15} c="dimmed" className={stateText ? '' : 'unseen'} role="status">
				{stateText ?? (text !== '' && !search.searching && formatCount(count, 'result'))}
			</Text>
		</>
	);
};

/** Returns a function that opens or runs the chosen entry. */
const useChoose = (onClose: () => void) => {
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

/** Maximum length of a search, in characters; a whole M-Pesa message fits. */
const LENGTH_MAX = 1_000;

/** Returns the active entry: the first, or the one that the person moved to, while it is in the list. */
const useActiveEntry = (entries: readonly Entry[]) => {
	const [key, mark] = useState<string>();
	const activeIndex = Math.max(
		0,
		entries.findIndex((entry) => entry.key === key),
	);
	return {
		marked: entries[activeIndex],
		/** True if the person moved to the active entry. */
		chosen: entries[activeIndex] !== undefined && entries[activeIndex].key === key,
		mark,
		step: (by: number) => mark(entries[(activeIndex + by + entries.length) % entries.length]?.key),
	};
};

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Renders the search field and its results (the APG's combobox with a list box): the focus stays in the field, ↑ and ↓
 * move through the entries, Enter opens one, with Ctrl or ⌘ in a new tab.
 */
const Finder = ({ onClose }: Pick<Opened, 'onClose'>) => {
	const list = useId();
	const [typed, type] = useState('');
	const [pendingEnter, setPendingEnter] = useState<{ newTab: boolean }>();
	const text = typed.trim();
	const { groups, search, settled } = useGroups(text);
	const { hrefOf, choose } = useChoose(onClose);
	const entries = groups.flatMap((group) => group.entries);
	const { marked, chosen, mark, step } = useActiveEntry(entries);
	const idOf = (entry: Entry) => `${list}-${entry.key.replace(/\W+/g, '-')}`;
	const markedId = marked && idOf(marked);
	useEffect(() => {
		if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' });
	}, [markedId]);

	// Enter was pressed before the response: opens the first result once it arrives.
	useEffect(() => {
		if (!pendingEnter || !settled) return;
		setPendingEnter(undefined);
		if (marked && !search.error) choose(marked, pendingEnter.newTab);
	});

	const handleKey = (event: KeyboardEvent) => {
		if (event.nativeEvent.isComposing) return;
		const by = STEPS[event.key];
		const newTab = event.ctrlKey || event.metaKey;
		if (by !== undefined && entries.length > 0) step(by);
		else if (event.key !== 'Enter') return;
		else if (marked && (settled || chosen)) choose(marked, newTab);
		else {
			search.askNow();
			setPendingEnter({ newTab });
		}
		event.preventDefault();
	};

	const isOpen = entries.length > 0;
	return (
		<>
			<Group gap={4} wrap="nowrap" p="6px 8px" className={classes.head}>
				<Input
					variant="unstyled"
					size="md"
					flex={1}
					leftSection={
						search.searching ? (
							<Loader size={20} aria-hidden />
						) : (
							<IconSearch size={20} stroke={1.7} aria-hidden />
						)
					}
					type="text"
					role="combobox"
					aria-label="Search everything"
					aria-expanded={isOpen}
					aria-controls={isOpen ? list : undefined}
					aria-activedescendant={markedId}
					aria-autocomplete="list"
					placeholder="Find a course, a paper, a screen…"
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					enterKeyHint="go"
					maxLength={LENGTH_MAX}
					data-autofocus
					value={typed}
					onChange={({ currentTarget }) => {
						type(currentTarget.value);
						mark(undefined);
						setPendingEnter(undefined);
					}}
					onKeyDown={handleKey}
				/>
				<CloseButton aria-label="Close" onClick={onClose} />
			</Group>
			<StateLine
				text={text}
				search={search}
				count={countResults(groups)}
				local={countResults(groups.filter(({ stale }) => stale === undefined))}
			/>
			{isOpen && (
				<Options
					id={list}
					groups={groups}
					active={marked}
					idOf={idOf}
					hrefOf={hrefOf}
					onReach={({ key }) => mark(key)}
					onChoose={choose}
				/>
			)}
		</>
	);
};

/** Renders the dialog of the global search: screens, actions, content, payments and people. */
export const Palette = ({ opened, onClose }: Opened) => {
	useCloseOnBack(opened, onClose);
	useFocusBack(opened);
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title="Search everything"
			size="40rem"
			yOffset="9dvh"
			padding={0}
			returnFocus={false}
			withCloseButton={false}
			classNames={{ content: classes.content, header: 'unseen', body: classes.content }}
		>
			<Finder onClose={onClose} />
		</Modal>
	);
};
