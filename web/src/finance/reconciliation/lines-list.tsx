import { Button, Checkbox, Group, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { ReconciliationLine } from '#shared/contract/finance/reconciliation.ts';
import { formatCount } from '#shared/grouped.ts';
import { useMay } from '../../platform/api/account.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { onDemand, useLast } from '../../platform/ui/loading/on-demand.tsx';
import { notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import { acceptDifference, canBook, isBelowShilling, isOpen } from '../ui/decide/choices.ts';
import { useKeptFocus } from '../ui/decide/kept-focus.ts';
import { useDecide } from '../ui/decide/send.ts';
import { lineToSubject } from '../ui/decide/subject.ts';
import { LineRow } from './line-row.tsx';

const [DecisionDialog, prepareDialog] = onDemand(
	() => import('../ui/decide/decision-dialog.tsx'),
	'DecisionDialog',
);

type Lines = readonly ReconciliationLine[];

/** Renders a button that accepts all lines of the page that differ from their payments by less than one shilling. */
const SmallDifferences = ({ lines }: { lines: Lines }) => {
	const small = lines.filter(isBelowShilling);
	const decide = useDecide(small.map(lineToSubject));
	if (small.length < 2) return null;
	return (
		<Button
			size="xs"
			variant="default"
			onClick={() =>
				void decide(acceptDifference, createAttempt()).catch((error: unknown) =>
					notifyFailure(error, 'Could not save the decision'),
				)
			}
		>
			Accept {formatCount(small.length, 'difference')} below one shilling
		</Button>
	);
};

interface TogetherProps {
	chosen: Lines;
	/** Selects the lines that could not be decided. */
	onDecided: (refused: ReadonlyMap<string, string>) => void;
}

/** Renders the decisions that the selected lines can get together. */
const Together = ({ chosen, onDecided }: TogetherProps) => {
	const [act, setAct] = useState<'book' | 'this_is'>();
	const last = useLast(act);
	const bookable = chosen.filter(canBook);
	return (
		<>
			{bookable.length > 0 && (
				<Button size="xs" onClick={() => setAct('book')}>
					Book {formatCount(bookable.length, 'line')}…
				</Button>
			)}
			{chosen.length > 0 && (
				<Button
					size="xs"
					variant={bookable.length > 0 ? 'default' : 'filled'}
					onClick={() => setAct('this_is')}
				>
					Decide {formatCount(chosen.length, 'line')}…
				</Button>
			)}
			{last && (
				<DecisionDialog
					opened={act !== undefined}
					onClose={() => setAct(undefined)}
					act={last}
					subjects={(last === 'book' ? bookable : chosen).map(lineToSubject)}
					onDecided={onDecided}
				/>
			)}
		</>
	);
};

interface LinesListProps {
	lines: Lines;
	/** Content of an empty list. */
	empty: ReactNode;
}

/** Shows the lines of a page with their decisions; each can be undone at once. */
export const LinesList = ({ lines, empty }: LinesListProps) => {
	const [selected, select] = useState<ReadonlySet<string>>(new Set());
	const mayAct = useMay('payments:act');
	const open = lines.filter(isOpen);
	const chosen = open.filter((line) => selected.has(line.id));
	const list = useKeptFocus<HTMLDivElement>(lines);
	const hasTwoButtons = useWide();
	const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
	const toggle = (id: string) => (on: boolean) =>
		select((previous) => {
			const others = [...previous].filter((each) => each !== id);
			return new Set(on ? [...others, id] : others);
		});
	return (
		<div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
			<VisuallyHidden component="h2">Lines</VisuallyHidden>
			{lines.length === 0 && empty}
			{mayAct && open.length > 1 && (
				<Group gap="sm" mih={24} mb={4}>
					<Checkbox
						label="Select all on this page"
						checked={chosen.length === open.length}
						indeterminate={chosen.length > 0 && chosen.length < open.length}
						onChange={({ currentTarget: { checked } }) =>
							select(new Set(checked ? open.map(({ id }) => id) : []))
						}
					/>
					<SmallDifferences lines={open} />
					<Together chosen={chosen} onDecided={(refused) => select(new Set(refused.keys()))} />
				</Group>
			)}
			<ul
				hidden={lines.length === 0}
				className="boxed ruled"
				aria-label="Lines"
				onFocus={prepareDialog}
			>
				{lines.map((line) => (
					<LineRow
						key={line.id}
						line={line}
						buttons={hasTwoButtons ? 2 : 1}
						wide={wide}
						selected={selected.has(line.id)}
						onSelect={mayAct && isOpen(line) ? toggle(line.id) : undefined}
					/>
				))}
			</ul>
		</div>
	);
};
