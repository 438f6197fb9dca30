import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../platform/api/account.ts';
import { createAttempt } from '../../../platform/api/attempt.ts';
import { useClosedMonths } from '../../../platform/ui/dialog/closed-month.tsx';
import { onDemand, useLast } from '../../../platform/ui/loading/on-demand.tsx';
import { RowMenu } from '../../../platform/ui/menu/menu.tsx';
import { notifyFailure } from '../../../platform/ui/notifications/notifications.tsx';
import { RowBusy, RowButton } from '../../../platform/ui/row.tsx';
import { type ActName, actLabels } from './labels.ts';
import { type ToSend, useDecide } from './send.ts';
import type { Subject } from './subject.ts';

const [DecisionDialog, prepareDialog] = onDemand(
	() => import('./decision-dialog.tsx'),
	'DecisionDialog',
);

/** A button of an entry: it opens the form of an act, or sends a decision at once. */
export interface ActChoice {
	act: ActName;
	/** Instead of the label of the act. */
	label?: string;
	/** The choice that the form opens with. */
	start?: string;
	/** Sent at once, except in a closed month. */
	direct?: ToSend | undefined;
}

interface ActButtonsProps {
	subject: Subject;
	/** The acts that fit, the likeliest first. */
	choices: readonly ActChoice[];
	/** Number of acts shown as buttons; the rest are in a menu. */
	buttons: number;
}

/** Renders the acts of an entry in one row: those that fit first as buttons, the rest in a menu. */
export const ActButtons = ({ subject, choices, buttons }: ActButtonsProps) => {
	const mayAct = useMay('payments:act');
	const listClosed = useClosedMonths();
	const [open, setOpen] = useState<ActChoice>();
	const last = useLast(open);
	const decide = useDecide([subject]);
	const { mutate, isPending } = useMutation({
		mutationFn: (toSend: ToSend) => decide(toSend, createAttempt()),
		onError: (error) => notifyFailure(error, 'Could not save the decision'),
	});
	if (!mayAct || choices.length === 0) return null;
	const start = (choice: ActChoice) => {
		// In a closed month the dialog warns first.
		if (choice.direct && listClosed([subject.at]).length === 0) mutate(choice.direct);
		else setOpen(choice);
	};
	const rest = choices.slice(buttons);
	return (
		<RowBusy busy={isPending}>
			<Group gap={6} wrap="nowrap" justify="flex-end" onFocus={prepareDialog}>
				{choices.slice(0, buttons).map((choice, at) => {
					const { label = actLabels[choice.act].label } = choice;
					return (
						<RowButton
							key={label}
							look={at === 0 ? 'leads' : 'file'}
							aria-label={`${label}: ${subject.name}`}
							onClick={() => start(choice)}
						>
							{label}
						</RowButton>
					);
				})}
				{rest.length > 0 && (
					<RowMenu
						label={`More for ${subject.name}`}
						actions={rest.map((choice) => ({
							words: choice.label ?? actLabels[choice.act].label,
							icon: actLabels[choice.act].icon,
							onClick: () => start(choice),
						}))}
					/>
				)}
			</Group>
			{last && (
				<DecisionDialog
					opened={open !== undefined}
					onClose={() => setOpen(undefined)}
					act={last.act}
					start={last.start}
					subjects={[subject]}
				/>
			)}
		</RowBusy>
	);
};
