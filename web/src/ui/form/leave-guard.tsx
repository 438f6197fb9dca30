import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { registerUnsavedGuard } from '../../api/unsaved-guard.ts';
import { useHistoryBlocker } from '../dialog/history-steps.ts';
import { DiscardDialog } from '../dialog/modal.tsx';

interface LeaveGuardProps {
	form: {
		/** Returns whether leaving the page would lose input. */
		unsaved: () => boolean;
		/** Discards the unsaved state. */
		drop: () => void;
	};
	title?: string;
	/** Description of the unsaved changes. */
	children?: ReactNode;
}

/** Asks before leaving a page with unsaved changes. */
export const LeaveGuard = ({
	form,
	children = 'You have unsaved changes.',
	...question
}: LeaveGuardProps) => {
	const { status, proceed, reset } = useBlocker({
		shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && form.unsaved(),
		enableBeforeUnload: form.unsaved,
		withResolver: true,
	});
	const [onLeave, setOnLeave] = useState<() => void>();
	useHistoryBlocker(true, ({ leaves, take }) => {
		if (!leaves || !form.unsaved()) return false;
		setOnLeave(() => () => {
			form.drop();
			take();
		});
		return true;
	});
	useEffect(() =>
		registerUnsavedGuard({
			ask: (go) => (form.unsaved() ? setOnLeave(() => go) : go()),
			isUnsaved: form.unsaved,
			drop: form.drop,
		}),
	);
	const stay = () => {
		reset?.();
		setOnLeave(undefined);
	};
	const leave = () => {
		proceed?.();
		onLeave?.();
		setOnLeave(undefined);
	};
	return (
		<DiscardDialog
			opened={status === 'blocked' || onLeave !== undefined}
			onClose={stay}
			onDiscard={leave}
			{...question}
		>
			{children}
		</DiscardDialog>
	);
};
