import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHistoryBlocker } from './history-steps.ts';
import { useDiscardQuestion } from './modal.tsx';
import { type UnsavedInput, usePageInput } from './unsaved.ts';

interface LeaveGuardProps {
	input: UnsavedInput;
	title?: string;
	/** Description of the unsaved input. */
	children?: ReactNode;
}

/** Asks before leaving a page with unsaved input. */
export const LeaveGuard = ({
	input,
	children = 'You have unsaved changes.',
	...words
}: LeaveGuardProps) => {
	const [ask, question] = useDiscardQuestion(input, { ...words, children });
	useBlocker({
		shouldBlockFn: ({ current, next }) =>
			current.pathname !== next.pathname &&
			new Promise((resolve) =>
				ask(
					() => resolve(false),
					() => resolve(true),
				),
			),
		enableBeforeUnload: false,
	});
	useHistoryBlocker(true, ({ leaves, take }) => {
		if (!leaves || !input.isUnsaved()) return false;
		ask(take);
		return true;
	});
	usePageInput({ ask, isUnsaved: input.isUnsaved });
	return question;
};
