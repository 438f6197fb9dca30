import { Button, CloseButton, Group, Paper, Progress, Text } from '@mantine/core';
import { IconClock, IconRefresh } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BulkAction, listBulkActions } from '#shared/contract/content/bulk.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { formatWhole } from '#shared/grouped.ts';
import { mayHaveTakenEffect } from '../../api/api-error.ts';
import type { Named } from '../../api/cached-rows.ts';
import { describeError } from '../../api/error-message.ts';
import { inactive } from '../controls.tsx';
import { DeleteForm } from '../delete/delete-dialog.tsx';
import { listSomeNames } from '../delete/undo-operations.tsx';
import { Modal } from '../dialog/modal.tsx';
import { formatItemCount } from '../format/counted.ts';
import { Failure } from '../loading/failed.tsx';
import { type Opened, onDemand } from '../loading/on-demand.tsx';
import { actionWords } from '../menu/action-words.ts';
import type { RowAction } from '../menu/actions.ts';
import { RowMenu } from '../menu/menu.tsx';
import { useChangeLockOfAll, usePublishLock } from '../page/editors-only.ts';
import { RowBusy, useWide } from '../row.tsx';
import { type RunningTask, useTask } from './bulk.ts';
import {
	countSelected,
	type Everything,
	focusBar,
	SELECTION_BAR,
	type Selected,
	type Selection,
	useSelected,
} from './selection.ts';

const [PublishFromDialog] = onDemand(
	() => import('./publish-from-dialog.tsx'),
	'PublishFromDialog',
);
const [MoveDialog] = onDemand(() => import('./move-dialog.tsx'), 'MoveDialog');

/** The order of the buttons: the most used first, Delete last. */
const ORDER: readonly BulkAction[] = ['publish', 'unpublish', 'free', 'premium', 'move', 'delete'];

/** Actions with a button of their own on a phone. */
const ON_A_PHONE = 2;

interface BarProps {
	resource: AnyResource;
	selection: Selection;
	allRows: Everything | undefined;
}

/** Actions that end within this time show no progress. */
const PROGRESS_AFTER_MS = 2_000;

/** Shows how many rows of a bulk action have run, and cancels the rest. */
const Running = ({ running }: { running: RunningTask }) => {
	const { action, total, processed, isCancelled, cancel } = running;
	const [isVisible, setIsVisible] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setIsVisible(true), PROGRESS_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	if (!isVisible) return null;
	const words = `${actionWords[action].doing}: ${formatWhole(processed)} of ${formatWhole(total)}`;
	return (
		<Group gap="xs" mb="xs">
			<Text size="sm" className="tabular">
				{words}. It goes on when you leave this page.
			</Text>
			<Progress flex="1 1 8rem" value={(100 * processed) / total} aria-label={words} />
			<Button
				variant="default"
				size="compact-sm"
				onClick={cancel}
				disabled={isCancelled || processed >= total}
			>
				{isCancelled ? 'Stopping…' : 'Cancel'}
			</Button>
		</Group>
	);
};

/** Moves the focus to the row that was selected last, if the bar had the focus when it was removed. */
const useFocusBack = (selection: Selection) => {
	const bar = useRef<HTMLElement>(null);
	useLayoutEffect(() => {
		const element = bar.current;
		return () => {
			if (!element?.contains(document.activeElement)) return;
			const row = CSS.escape(selection.last() ?? '');
			const box = document.querySelector<HTMLElement>(`[data-row="${row}"] [data-select] input`);
			// The row may have been deleted.
			(box ?? document.querySelector('h1'))?.focus({ preventScroll: true });
		};
	}, [selection]);
	return bar;
};

/** Offers to select more: all rows on this page, then all rows. */
const More = ({ selection, allRows }: Omit<BarProps, 'resource'>) => {
	const { everything } = useSelected(selection);
	const wide = useWide();
	const shown = selection.rowsOnPage();
	const rowsOnAllPages = selection.rowsOnAllPages();
	const narrowed = allRows && Object.keys(allRows.where).length > 0;
	/** Selects more rows, then moves the focus, because the pressed button is removed. */
	const selectAndFocus = (select: () => void) => () => {
		select();
		focusBar();
	};
	const quiet = { variant: 'subtle', size: 'compact-sm', 'data-quiet': true } as const;
	if (everything) return null;
	if (shown.some(({ id }) => !selection.has(id)))
		return (
			<Button {...quiet} onClick={selectAndFocus(() => selection.mark(shown, true))}>
				Select all {formatWhole(shown.length)}
				{wide && ' on this page'}
			</Button>
		);
	if (allRows && allRows.total > shown.length)
		return (
			<Button {...quiet} onClick={selectAndFocus(() => selection.everything(allRows))}>
				Select all {formatWhole(allRows.total)}
				{narrowed && ' that match'}
			</Button>
		);
	if (rowsOnAllPages.some(({ id }) => !selection.has(id)))
		return (
			<Button {...quiet} onClick={selectAndFocus(() => selection.mark(rowsOnAllPages, true))}>
				Select all {formatWhole(rowsOnAllPages.length)}
			</Button>
		);
	return null;
};

interface DeleteDialogProps extends Opened {
	resource: AnyResource;
	selected: Selected;
	/** The rows on screen, of which the first are named if all rows of a query are selected. */
	shown: readonly Named[];
	onConfirm: () => void;
}

const Body = ({ onClose, resource, selected, shown, onConfirm }: DeleteDialogProps) => {
	const { everything } = selected;
	const rows = everything ? shown : [...selected.rows].map(([id, name]) => ({ id, name }));
	const count = countSelected(selected);
	const what = formatItemCount(resource.slug, count);
	return (
		<DeleteForm
			resource={resource}
			which={everything ? { where: everything.where } : { ids: rows.map(({ id }) => id) }}
			several={count > 1}
			submit={`Delete ${what}`}
			// The bar shows the progress and the outcome.
			action={async () => onConfirm()}
			onDone={() => {}}
			fallback="Nothing was deleted"
			onClose={onClose}
		>
			Delete <strong>{what}</strong>: {listSomeNames(rows, count)}?
		</DeleteForm>
	);
};

/** Asks before several items are deleted, and lists what else the deletion removes. */
const DeleteDialog = (props: DeleteDialogProps) => {
	const { opened, onClose, resource, selected } = props;
	const label = countSelected(selected) === 1 ? resource.label : resource.plural;
	return (
		<Modal opened={opened} onClose={onClose} title={`Delete ${label}`}>
			<Body {...props} />
		</Modal>
	);
};

/** Returns the actions of the menu, with one that publishes from a moment on where the kind can be published. */
const addPublishFrom = (
	able: readonly BulkAction[],
	actions: readonly RowAction[],
	lock: string | undefined,
	onClick: () => void,
): readonly RowAction[] =>
	able.includes('publish')
		? [{ words: 'Publish from…', icon: IconClock, lock, onClick }, ...actions]
		: actions;

/** Renders the actions for the selected rows at the foot of their list, in view while there are more rows below. */
export const Bar = ({ resource, selection, allRows }: BarProps) => {
	const state = useSelected(selection);
	const { run, running, failure, lastTask } = useTask(resource, selection);
	const [openDialog, setOpenDialog] = useState<'move' | 'delete' | 'publish'>();
	const wide = useWide();
	const bar = useFocusBack(selection);
	const count = countSelected(state);
	const failures = state.failures.size;
	const able = listBulkActions(resource);
	const busy = running !== undefined;
	const lock = usePublishLock();
	const known = selection.rowsOnPage().filter(({ id }) => state.rows.has(id));
	const changeLock = useChangeLockOfAll(known, count);
	const actions = ORDER.filter((action) => able.includes(action)).map((action) => ({
		action,
		words: `${actionWords[action].does} ${formatWhole(count)}${action === 'move' ? '…' : ''}`,
		icon: actionWords[action].icon,
		dangerous: action === 'delete',
		lock: /publish/.test(action) ? lock : changeLock,
		onClick: () => {
			if (action === 'move' || action === 'delete') setOpenDialog(action);
			else void run({ action });
		},
	}));
	const first = wide ? actions : actions.slice(0, ON_A_PHONE);
	const rest = addPublishFrom(able, actions.slice(first.length), lock, () =>
		setOpenDialog('publish'),
	);
	const close = () => setOpenDialog(undefined);
	const buttons = (
		<Group gap="xs" justify="flex-end" flex={wide ? '0 1 auto' : undefined}>
			{failures > 0 && lastTask && (
				<Button
					size="xs"
					leftSection={<IconRefresh size={16} aria-hidden />}
					{...(busy ? inactive : { onClick: () => void run(lastTask) })}
				>
					Try {formatWhole(failures)} again
				</Button>
			)}
			{first.map(({ action, words: text, icon: Icon, dangerous, lock, onClick }) => (
				<Button
					key={action}
					size="xs"
					px={10}
					flex={wide ? undefined : '1 1 auto'}
					variant={dangerous ? 'subtle' : 'light'}
					{...(dangerous && { color: 'red' })}
					leftSection={<Icon size={16} aria-hidden />}
					title={lock}
					{...(busy || lock ? inactive : { onClick })}
				>
					{text}
				</Button>
			))}
			{rest.length > 0 && (
				<RowBusy busy={busy}>
					<RowMenu
						label={`More for ${formatItemCount(resource.slug, count)}`}
						note={rest.findLast((action) => action.lock)?.lock}
						actions={rest}
					/>
				</RowBusy>
			)}
		</Group>
	);
	return (
		<Paper
			component="section"
			ref={bar}
			{...{ [SELECTION_BAR]: '' }}
			aria-label={`Selected ${resource.plural.toLowerCase()}`}
			withBorder
			shadow="md"
			radius="lg"
			mt="md"
			p="xs"
			pl="md"
			bg="var(--ufundi-raised)"
			pos="sticky"
			bottom="calc(12px + env(safe-area-inset-bottom))"
			style={{ zIndex: 90 }}
		>
			{failure !== undefined && (
				<Failure
					words={describeError(
						failure,
						mayHaveTakenEffect(failure)
							? 'Some of it may be done. Trying again does nothing twice.'
							: 'Nothing was changed. Try again.',
					)}
				/>
			)}
			{running && <Running running={running} />}
			<Group gap="xs" wrap="nowrap">
				<Group gap="xs" flex={wide ? '1 0 auto' : 1} maw={wide ? '16rem' : undefined}>
					<Text span fw={600} className="tabular">
						{failures > 0
							? `${formatWhole(failures)} could not be ${actionWords[lastTask?.action ?? 'publish'].done.toLowerCase()}`
							: `${formatWhole(count)} selected`}
					</Text>
					{!running && <More selection={selection} allRows={allRows} />}
				</Group>
				{wide && buttons}
				<CloseButton
					aria-label="Leave the selection"
					title="Leave the selection (Esc)"
					data-quiet
					onClick={selection.clear}
				/>
			</Group>
			{!wide && buttons}
			<DeleteDialog
				opened={openDialog === 'delete'}
				onClose={close}
				resource={resource}
				selected={state}
				shown={selection.rowsOnPage()}
				onConfirm={() => {
					close();
					void run({ action: 'delete' });
				}}
			/>
			<PublishFromDialog
				opened={openDialog === 'publish'}
				onClose={close}
				resource={resource}
				count={count}
				onChosen={(visible_from) => {
					close();
					void run({ action: 'publish', visible_from });
				}}
			/>
			<MoveDialog
				opened={openDialog === 'move'}
				onClose={close}
				resource={resource}
				count={count}
				onChosen={(to) => {
					close();
					void run({ action: 'move', to });
				}}
			/>
		</Paper>
	);
};
