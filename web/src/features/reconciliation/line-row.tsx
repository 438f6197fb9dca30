import { Badge, Button, Group } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import {
	lineStates,
	OPEN_STATES,
	type ReconciliationLine,
} from '#shared/contract/reconciliation.ts';
import { useMay } from '../../api/account.ts';
import type { Decision } from './queries.ts';
import classes from './reconciliation.module.css';
import { amountOf, moment, money } from './words.ts';

const isOpen = ({ state }: ReconciliationLine) =>
	(OPEN_STATES as readonly string[]).includes(state);

/** What can be decided about a line as it stands, the likeliest first, each by its key. */
const decisionsOf = (
	line: ReconciliationLine,
): readonly (readonly [Decision, string, string])[] => {
	if (!isOpen(line)) return [];
	const settle = ['settle', 'Settle…', 's'] as const;
	if (line.state !== 'only_statement') return [settle];
	return [['book', 'Book it', 'b'], ['attach', 'Attach to…', 'a'], settle];
};

interface LineRowProps {
	line: ReconciliationLine;
	onDecide: (decision: Decision, line: ReconciliationLine) => void;
	onTakeBack: (line: ReconciliationLine) => void;
	busy: boolean;
}

/** The row beside this one, for J and K. */
const beside = (row: Element, key: string) =>
	(key === 'j' ? row.nextElementSibling : row.previousElementSibling) as HTMLElement | null;

/** A line of a statement or a payment that no line is about: what it is, why it stands so, what to do. */
export const LineRow = ({ line, onDecide, onTakeBack, busy }: LineRowProps) => {
	const mayAct = useMay('payments:act');
	const decisions = mayAct ? decisionsOf(line) : [];
	const press = (event: KeyboardEvent<HTMLLIElement>) => {
		if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
			return;
		const key = event.key.toLowerCase();
		if (key === 'j' || key === 'k') beside(event.currentTarget, key)?.focus();
		const chosen = decisions.find(([, , letter], at) =>
			key === 'enter' ? at === 0 : letter === key,
		);
		if (!chosen) return;
		event.preventDefault();
		onDecide(chosen[0], line);
	};
	const who = [line.payer_name, line.phone, line.account_reference].filter(Boolean).join(' · ');
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: rows are walked by J and K
		<li className={classes.line} tabIndex={0} onKeyDown={press}>
			<span className={classes.amount}>{money(amountOf(line))}</span>
			<span className={classes.what}>
				<span className="tabular">{line.receipt ?? 'No receipt'}</span>
				<span className={classes.who}>{who || line.details}</span>
			</span>
			<span className={classes.why}>
				<Badge color={isOpen(line) ? 'yellow' : 'gray'}>{lineStates[line.state]}</Badge>
				<span>{line.reason}</span>
			</span>
			<time className={classes.time} dateTime={line.at}>
				{moment(line.at)}
			</time>
			<Group gap="xs" className={classes.verbs}>
				{decisions.map(([decision, words, letter], at) => (
					<Button
						key={decision}
						size="xs"
						variant={at === 0 ? 'light' : 'default'}
						aria-keyshortcuts={letter.toUpperCase()}
						onClick={() => onDecide(decision, line)}
					>
						{words}
					</Button>
				))}
				{mayAct && line.decision && (
					<Button size="xs" variant="default" loading={busy} onClick={() => onTakeBack(line)}>
						Take back
					</Button>
				)}
			</Group>
		</li>
	);
};
