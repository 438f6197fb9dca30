import {
	CloseButton,
	Combobox,
	Group,
	Input,
	Loader,
	Modal,
	Text,
	useVirtualizedCombobox,
} from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { formatCount } from '#shared/grouped.ts';
import { useCloseOnBack } from '../../ui/dialog/history-steps.ts';
import { useFocusBack } from '../../ui/dialog/modal.tsx';
import { Failed } from '../../ui/loading/failed.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import type { Entry, Group as Results } from './entry.ts';
import { isForNewTab, Options } from './options.tsx';
import classes from './palette.module.css';
import { useGroups } from './use-groups.ts';
import type { useServerSearch } from './use-server-search.ts';

interface StateLineProps {
	text: string;
	search: ReturnType<typeof useServerSearch>;
	groups: readonly Results[];
}

const countResults = (groups: readonly Results[]) =>
	groups.flatMap(({ entries }) => entries).filter(({ isList }) => !isList).length;

/** Describes the state of a search: slow, corrected, or without results. */
const describeSearch = ({ text, search, groups }: StateLineProps): ReactNode => {
	const { answer, stale, searching, slow, searchedText } = search;
	if (slow) return 'Still searching. The connection is slow.';
	if (searching || stale || !answer) return undefined;
	if (answer.corrected !== null)
		return (
			<>
				No results for <b>{searchedText}</b>. Showing <b>{answer.corrected}</b>
			</>
		);
	const fromServer = groups.filter((group) => group.stale !== undefined);
	if (countResults(fromServer) > 0) return undefined;
	return (
		<>
			{countResults(groups) > 0 ? 'No other results for ' : 'No results for '}
			<b>{text}</b>.
		</>
	);
};

/** Renders the state of a search, and for screen readers the number of results. */
const StateLine = (props: StateLineProps) => {
	const { search, groups, text } = props;
	const stateText = describeSearch(props);
	return (
		<>
			{search.error && (
				<Failed error={search.error} fallback="Could not search" retry={search.retry} />
			)}
			{/* Keeps its height while a search runs: the entries below must not move under a finger. */}
			<Text p="12px 18px" fz={15} c="dimmed" className={text === '' ? 'unseen' : ''} role="status">
				{stateText ??
					(text !== '' &&
						(search.searching ? '\u00a0' : formatCount(countResults(groups), 'result')))}
			</Text>
		</>
	);
};

/** Returns a function that opens or runs the chosen entry. */
const useChoose = (onClose: () => void) => {
	const router = useRouter();
	const navigate = useNavigate();
	return ({ link, here, act }: Entry, newTab: boolean) => {
		if (newTab && link) {
			window.open(router.buildLocation(link as never).href, '_blank', 'noopener');
			return;
		}
		onClose();
		if (link && !here) void navigate(link as never);
		act?.();
	};
};

/** Maximum length of a search, in characters; a whole M-Pesa message fits. */
const LENGTH_MAX = 1_000;

/**
 * Renders the search field and its results: the focus stays in the field, ↑ and ↓ move through the entries, Enter opens
 * one, with Ctrl or ⌘ in a new tab.
 */
const Finder = ({ onClose }: Pick<Opened, 'onClose'>) => {
	const id = useId();
	const [typed, type] = useState('');
	/** Key of the entry that the person moved to. */
	const [reachedKey, reach] = useState<string>();
	const [pendingEnter, setPendingEnter] = useState<{ newTab: boolean }>();
	const text = typed.trim();
	const { groups, search, settled } = useGroups(text);
	const choose = useChoose(onClose);
	const entries = groups.flatMap((group) => group.entries);
	const reachedIndex = entries.findIndex(({ key }) => key === reachedKey);
	const activeIndex = Math.max(0, reachedIndex);
	const active = entries[activeIndex];
	const buildId = ({ key }: Entry) => `${id}-${key.replace(/\W+/g, '-')}`;
	const activeId = active && buildId(active);
	useEffect(() => {
		if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
	}, [activeId]);

	// Enter was pressed before the response: opens the first result once it arrives.
	useEffect(() => {
		if (!pendingEnter || !settled) return;
		setPendingEnter(undefined);
		if (active && !search.error) choose(active, pendingEnter.newTab);
	});
	const enter = (newTab: boolean) => {
		if (active && (settled || reachedIndex >= 0)) return choose(active, newTab);
		search.askNow();
		setPendingEnter({ newTab });
	};

	const store = useVirtualizedCombobox({
		opened: entries.length > 0,
		totalOptionsCount: entries.length,
		getOptionId: () => activeId ?? null,
		selectedOptionIndex: activeIndex,
		setSelectedOptionIndex: (index) => reach(entries[index]?.key),
		// The field's own handler knows which keys were held.
		onSelectedOptionSubmit: () => {},
	});
	return (
		<Combobox store={store}>
			<Group gap={4} wrap="nowrap" p="6px 8px" className={classes.head}>
				<Combobox.EventsTarget
					withExpandedAttribute
					aria-activedescendant={activeId}
					// At once: Mantine knows the id of the list from the second render on.
					aria-controls={activeId && id}
					aria-expanded={activeId !== undefined}
					// Lets Escape close the dialog.
					data-mantine-stop-propagation="false"
				>
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
						aria-label="Search everything"
						aria-autocomplete="list"
						placeholder="Find a course, a paper, a screen…"
						autoCapitalize="off"
						spellCheck={false}
						enterKeyHint="go"
						maxLength={LENGTH_MAX}
						data-autofocus
						value={typed}
						onChange={({ currentTarget }) => {
							type(currentTarget.value);
							reach(undefined);
							setPendingEnter(undefined);
						}}
						onKeyDown={(event) => {
							if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
							event.preventDefault();
							enter(isForNewTab(event));
						}}
					/>
				</Combobox.EventsTarget>
				<CloseButton aria-label="Close" onClick={onClose} />
			</Group>
			<StateLine text={text} search={search} groups={groups} />
			{entries.length > 0 && (
				<Options
					id={id}
					groups={groups}
					active={active}
					buildId={buildId}
					onReach={reach}
					onChoose={choose}
				/>
			)}
		</Combobox>
	);
};

/** Renders the dialog of the global search: screens, actions, content, payments and people. */
export const Palette = ({ opened, onClose }: Opened) => {
	useCloseOnBack(opened, onClose);
	useFocusBack(opened);
	return (
		<Modal
			opened={opened}
			data-closing={!opened || undefined}
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
