import { Text } from '@mantine/core';
import {
	type PeriodStep,
	periodApproval,
	periodClosing,
	periodReopening,
} from '#shared/contract/periods.ts';
import { monthWords } from '#shared/east-africa-time.ts';
import { z } from '#shared/zod.ts';
import type { Opened } from '../../ui/loading/on-demand.tsx';
import type { Typed } from '../../ui/plain-form/plain-form.tsx';
import { PlainFormDialog } from '../../ui/plain-form/plain-form-dialog.tsx';
import { ReasonField } from '../../ui/plain-form/reason-field.tsx';
import { type Step, useStep } from './queries.ts';

/** What is asked for of a month: `review` is to close it with something left. */
export type Asked = PeriodStep | 'approve' | 'return';

interface Words {
	step: Step;
	schema: z.ZodMiniType;
	title: (month: string) => string;
	submit: string;
	pending: string;
	text: string;
	reason?: true;
}

const dialogs: Record<Asked, Words> = {
	close: {
		step: 'close',
		schema: periodClosing,
		title: (month) => `Close ${month}`,
		submit: 'Close the month',
		pending: 'Closing...',
		text: 'Its figures stay as they are now. What comes later is shown as an adjustment.',
	},
	review: {
		step: 'close',
		// With something left, the reason is what counts.
		schema: z.object({ ...periodClosing.shape, override_reason: periodReopening.shape.reason }),
		title: (month) => `Close ${month} with something left`,
		submit: 'Ask to close',
		pending: 'Asking...',
		text: 'Another administrator or finance person has to approve it. Your reason stands in the pack.',
		reason: true,
	},
	approve: {
		step: 'approve',
		schema: periodApproval,
		title: (month) => `Approve and close ${month}`,
		submit: 'Approve and close',
		pending: 'Closing...',
		text: 'It is closed with what is left. Your name stands in the pack beside that of who asked.',
	},
	return: {
		step: 'reopen',
		schema: periodReopening,
		title: (month) => `Do not close ${month}`,
		submit: 'Leave open',
		pending: 'Leaving open...',
		text: 'It stays open, and does not wait for an approval any more.',
		reason: true,
	},
	reopen: {
		step: 'reopen',
		schema: periodReopening,
		title: (month) => `Reopen ${month}`,
		submit: 'Reopen',
		pending: 'Reopening...',
		text: 'Its figures are those of now again. What it was closed with stays in its history.',
		reason: true,
	},
};

interface StepDialogProps extends Opened {
	asked: Asked;
	month: string;
	/** Of the figures that are on screen. */
	checksum: string | null;
}

/** Asks before something is done to a month, and for the reason where one is needed. */
export const StepDialog = ({ opened, onClose, asked, month, checksum }: StepDialogProps) => {
	const { step, schema, title, submit, pending, text, reason } = dialogs[asked];
	const seen = step === 'reopen' || checksum === null ? {} : { checksum };
	const read = (typed: Typed) => ({ ...seen, ...typed });
	return (
		<PlainFormDialog
			{...{ opened, onClose, schema, submit, pending, read }}
			title={title(monthWords(month))}
			send={useStep(step, month)}
			fallback="This did not work"
		>
			<Text size="sm">{text}</Text>
			{reason && <ReasonField name={asked === 'review' ? 'override_reason' : 'reason'} />}
		</PlainFormDialog>
	);
};
