import { Text } from '@mantine/core';
import {
	periodClosing,
	periodReopening,
	type Reconciliation,
} from '#shared/contract/finance/periods.ts';
import { formatMonthWords } from '#shared/east-africa-time.ts';
import { z } from '#shared/zod.ts';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { type Step, useStep } from './queries.ts';

/** Closing with open items needs a reason. */
const overriding = z.object({
	...periodClosing.shape,
	override_reason: periodReopening.shape.reason,
});

interface StepDialogProps extends Opened {
	step: Step;
	month: Reconciliation;
}

/** Confirms that a month is closed or reopened, and asks for a reason where one is needed. */
export const StepDialog = ({ opened, onClose, step, month }: StepDialogProps) => {
	const { statement, books, unexplained, period } = month;
	const monthName = formatMonthWords(month.month);
	const send = useStep(step, month.month);
	const dialog = { opened, onClose, send };
	if (step === 'reopen')
		return (
			<FormDialog
				{...dialog}
				schema={periodReopening}
				title={`Reopen ${monthName}`}
				submit="Reopen"
				pending="Reopening..."
				fallback="Not reopened"
			>
				<Text size="sm">The month shows today’s figures again, until it is closed again.</Text>
				<ReasonField name="reason" />
			</FormDialog>
		);
	const expected = { statement: statement.in, books: books.in, unexplained };
	const hasOpen = period.left.length > 0;
	return (
		<FormDialog
			{...dialog}
			schema={hasOpen ? overriding : periodClosing}
			read={(typed: FormValues) => ({ expected, ...typed })}
			title={`Close ${monthName}`}
			submit="Close month"
			pending="Closing..."
			fallback="Not closed"
		>
			<Text size="sm">
				Its figures are stored. Later entries show as a difference.
				{hasOpen &&
					' Some items are still open: the workbook and the audit trail show your reason.'}
			</Text>
			{hasOpen && <ReasonField name="override_reason" />}
		</FormDialog>
	);
};
