import { ActionIcon, CloseButton, Title } from '@mantine/core';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Transaction } from '#shared/contract/transactions.ts';
import { useInertBehind } from '../../ui/dialog/inert-behind.ts';
import { Loaded, useRetryFailed } from '../../ui/loading/loaded.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import classes from './payment-drawer.module.css';
import { transactionQuery } from './queries.ts';
import { DETAILS, TransactionDetails } from './transaction-details.tsx';
import { type ListBehind, useRowInSight, useWalk } from './use-walk.ts';

interface PaymentDrawerProps extends Opened {
	/** Which payment. */
	id: string;
	list: ListBehind;
}

/** From here on a drawer leaves room for the list beside it, which stays in reach. */
const BESIDE = '(min-width: 62em)';

const STEPS = { ArrowUp: -1, ArrowDown: 1 } as const;

/** Whether arrows and Esc mean something of their own where a key was pressed, or something lies above the drawer. */
const isTaken = ({ target }: KeyboardEvent, drawer: Element | null) =>
	(target instanceof Element &&
		target.closest('input, textarea, select, pre, [role=menu]') !== null) ||
	[...document.querySelectorAll('[role=dialog][aria-modal=true]')].some((it) => it !== drawer);

/** What a payment is, beside the list that it stands in; on a phone in its place. */
export const PaymentDrawer = (props: PaymentDrawerProps) => {
	const { opened, onClose, id, list } = props;
	const row = list.rows.find((each) => each.id === id);
	const { walk, canWalk } = useWalk(list, id);
	const beside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false });
	const drawer = useRef<HTMLElement>(null);
	const typed = useRef<EventTarget>(null);
	const title = useId();
	useInertBehind(opened && !beside);
	useRowInSight(opened, id);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each payment
	useEffect(() => {
		if (opened && !drawer.current?.contains(document.activeElement))
			drawer.current?.focus({ preventScroll: true });
	}, [opened, id]);
	const press = (event: KeyboardEvent) => {
		const { key } = event;
		if (!opened || event.isComposing || isTaken(event, drawer.current)) return;
		// What somebody has begun to type is not thrown away by a slip.
		if (typed.current instanceof Node && typed.current.isConnected) return;
		if (key === 'Escape') onClose();
		if (!(key in STEPS) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
		event.preventDefault();
		void walk(STEPS[key as keyof typeof STEPS]);
	};
	// First of all: what lies above the drawer closes by the same key.
	useWindowEvent('keydown', press, { capture: true });
	const found = useQuery({ ...transactionQuery(id), enabled: opened });
	const retry = useRetryFailed();
	if (!opened) return null;
	const step = (by: 1 | -1, label: string, Icon: typeof IconChevronUp) => (
		<ActionIcon
			aria-label={label}
			title={label}
			disabled={!canWalk(by)}
			onClick={() => void walk(by)}
		>
			<Icon size={20} aria-hidden />
		</ActionIcon>
	);
	return createPortal(
		<section
			ref={drawer}
			className={classes.drawer}
			role="dialog"
			aria-modal={!beside}
			aria-labelledby={title}
			tabIndex={-1}
			onInput={({ target }) => {
				typed.current = target;
			}}
		>
			<div className={classes.head}>
				<Title order={2} size="h4" id={title}>
					{DETAILS}
				</Title>
				<span className={classes.steps}>
					{step(-1, 'Previous payment', IconChevronUp)}
					{step(1, 'Next payment', IconChevronDown)}
					<CloseButton aria-label="Close the details" onClick={onClose} />
				</span>
			</div>
			<div className={classes.body} key={id}>
				{/* Of a row that is on screen only the history is still to come. */}
				<Loaded
					query={{ ...found, ...(row && { data: row, isError: false }), refetch: retry }}
					loading="Loading transaction..."
					fallback="Failed to fetch transaction"
					skeleton={<Skeleton height={320} />}
				>
					{(transaction: Transaction) => <TransactionDetails row={transaction} onClose={onClose} />}
				</Loaded>
			</div>
		</section>,
		document.body,
	);
};
