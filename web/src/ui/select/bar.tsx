import { Button, CloseButton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { type BulkAction, bulkActionsOf } from '#shared/contract/bulk-actions.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { grouped } from '#shared/grouped.ts';
import { isUnsettled } from '../../api/api-error.ts';
import { errorMessage } from '../../api/error-message.ts';
import { countedOf } from '../counted.ts';
import { Failure } from '../loading/failed.tsx';
import { onDemand } from '../loading/on-demand.tsx';
import { RowMenu } from '../menu/menu.tsx';
import { inactive, RowBusy } from '../rows/row-busy.tsx';
import { useWide } from '../table/shape.ts';
import classes from './bar.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import { Progress } from './progress.tsx';
import { BAR, focusBar } from './select-box.tsx';
import { countOf, type Everything, type Selection, useSelected } from './selection.ts';
import { useFoot } from './use-foot.ts';
import { useTask } from './use-task.ts';
import { actionWords } from './words.ts';

const [MoveDialog] = onDemand(() => import('./move-dialog.tsx'), 'MoveDialog');

/** The order of the buttons: the most used first, what takes away last. */
const ORDER: readonly BulkAction[] = ['publish', 'unpublish', 'free', 'premium', 'move', 'delete'];

/** So many have a button of their own on a phone. */
const ON_A_PHONE = 2;

interface BarProps {
	resource: AnyResource;
	selection: Selection;
	found: Everything | undefined;
}

/** The way from some rows to more: all on this page, then all there are. */
const More = ({ selection, found }: Omit<BarProps, 'resource'>) => {
	const { everything } = useSelected(selection);
	const shown = selection.shown();
	const whole = selection.whole();
	const narrowed = found && Object.keys(found.where).length > 0;
	/** Its own button goes away. */
	const then = (select: () => void) => () => {
		select();
		focusBar();
	};
	const quiet = { variant: 'subtle', size: 'compact-sm', 'data-quiet': true } as const;
	if (everything) return null;
	if (shown.some(({ id }) => !selection.has(id)))
		return (
			<Button {...quiet} onClick={then(() => selection.mark(shown, true))}>
				Select all {grouped(shown.length)}
				<span className={classes.where}>&nbsp;on this page</span>
			</Button>
		);
	if (found && found.total > shown.length)
		return (
			<Button {...quiet} onClick={then(() => selection.everything(found))}>
				Select all {grouped(found.total)}
				{narrowed && ' that match'}
			</Button>
		);
	if (whole.some(({ id }) => !selection.has(id)))
		return (
			<Button {...quiet} onClick={then(() => selection.mark(whole, true))}>
				Select all {grouped(whole.length)}
			</Button>
		);
	return null;
};

/** What can be done with the rows that are selected, at the foot of their list. */
export const Bar = ({ resource, selection, found }: BarProps) => {
	const state = useSelected(selection);
	const { run, going, failure, tried } = useTask(resource, selection);
	const [asking, ask] = useState<'move' | 'delete'>();
	const wide = useWide();
	const bar = useFoot(selection);
	const count = countOf(state);
	const failures = state.failures.size;
	const able = bulkActionsOf(resource);
	const busy = going !== undefined;
	const actions = ORDER.filter((action) => able.includes(action)).map((action) => ({
		action,
		words: `${actionWords[action].does} ${grouped(count)}${action === 'move' ? '…' : ''}`,
		icon: actionWords[action].icon,
		dangerous: action === 'delete',
		onClick: () => {
			if (action === 'move' || action === 'delete') ask(action);
			else void run({ action });
		},
	}));
	const first = wide ? actions : actions.slice(0, ON_A_PHONE);
	const rest = actions.slice(first.length);
	const close = () => ask(undefined);
	return (
		<section
			ref={bar}
			className={classes.bar}
			{...{ [BAR]: '' }}
			aria-label={`Selected ${resource.plural.toLowerCase()}`}
		>
			{failure !== undefined && (
				<Failure
					words={errorMessage(
						failure,
						isUnsettled(failure)
							? 'It may be done, or some of it. Pressed again, nothing is done twice.'
							: 'Nothing was done. Try again.',
					)}
				/>
			)}
			{going && <Progress going={going} />}
			<div className={classes.line}>
				<div className={classes.count}>
					<strong className="tabular">
						{failures > 0
							? `${grouped(failures)} could not be ${actionWords[tried?.action ?? 'publish'].done.toLowerCase()}`
							: `${grouped(count)} selected`}
					</strong>
					{!going && <More selection={selection} found={found} />}
				</div>
				<div className={classes.actions}>
					{failures > 0 && tried && (
						<Button
							size="xs"
							leftSection={<IconRefresh size={16} aria-hidden />}
							{...(busy ? inactive : { onClick: () => void run(tried) })}
						>
							Try {grouped(failures)} again
						</Button>
					)}
					{first.map(({ action, words, icon: Icon, dangerous, onClick }) => (
						<Button
							key={action}
							size="xs"
							variant={dangerous ? 'subtle' : 'light'}
							{...(dangerous && { color: 'red' })}
							leftSection={<Icon size={16} aria-hidden />}
							{...(busy ? inactive : { onClick })}
						>
							{words}
						</Button>
					))}
					{rest.length > 0 && (
						<RowBusy busy={busy}>
							<RowMenu label={`More for ${countedOf(resource.word, count)}`} actions={rest} />
						</RowBusy>
					)}
				</div>
				<CloseButton
					className={classes.close}
					aria-label="Leave the selection"
					title="Leave the selection (Esc)"
					data-quiet
					onClick={selection.clear}
				/>
			</div>
			<DeleteDialog
				opened={asking === 'delete'}
				onClose={close}
				resource={resource}
				selected={state}
				onConfirm={() => {
					close();
					void run({ action: 'delete' });
				}}
			/>
			<MoveDialog
				opened={asking === 'move'}
				onClose={close}
				resource={resource}
				count={count}
				onChosen={(to) => {
					close();
					void run({ action: 'move', to });
				}}
			/>
		</section>
	);
};
