import { Text } from '@mantine/core';
import { useRef } from 'react';
import type { z } from '#shared/zod.ts';
import type { Attempt } from '../../../platform/api/attempt.ts';
import { forgetReason } from '../../../platform/ui/dialog/unsaved.ts';
import { FormDialog } from '../../../platform/ui/form/form.tsx';
import { formatMoney } from '../../../platform/ui/format/money.ts';
import type { Opened } from '../../../platform/ui/loading/on-demand.tsx';
import { getAct } from './acts.tsx';
import { lastReasons } from './fields.tsx';
import { type ActName, actLabels } from './labels.ts';
import { useDecide } from './send.ts';
import type { Subject } from './subject.ts';

interface DecisionDialogProps extends Opened {
	act: ActName;
	subjects: readonly Subject[];
	/** The choice that the form opens with. */
	start?: string | undefined;
	/** Runs after success, with the reasons of the entries that could not be decided, by id. */
	onDecided?: ((refused: ReadonlyMap<string, string>) => void) | undefined;
}

const sumAmounts = (subjects: readonly Subject[]) =>
	subjects.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0) / 100;

const describeSubjects = (subjects: readonly Subject[]) => {
	const [only, ...more] = subjects;
	return more.length === 0 ? only?.title : `${formatMoney(sumAmounts(subjects))} in total`;
};

/** Renders the form of a decision about one or several entries. */
export const DecisionDialog = (props: DecisionDialogProps) => {
	const { act: name, subjects, start, onDecided, opened, onClose } = props;
	const { submit, describe, Fields, toDecision, ...act } = getAct(name);
	const decide = useDecide(subjects, opened);
	const sent = useRef<{ reason?: string; as?: string }>({});
	return (
		<FormDialog
			{...{ opened, onClose }}
			title={subjects.length > 1 ? submit(subjects) : actLabels[name].label.replace('…', '')}
			schema={act.schema}
			{...(act.read && { read: act.read })}
			submit={submit(subjects)}
			pending={act.pending}
			fallback="Could not save the decision"
			send={(values: z.output<z.ZodMiniType>, attempt: Attempt) => {
				sent.current = values as typeof sent.current;
				return decide(toDecision(values as never, subjects), attempt);
			}}
			onDone={(refused) => {
				const { reason, as = '' } = sent.current;
				if (reason && subjects[0]?.line) lastReasons.set(`${name} ${as}`, reason);
				for (const { about } of subjects) forgetReason(`${about.kind} ${about.id}`);
				onDecided?.(refused);
				onClose();
			}}
		>
			<Text size="sm" className="tabular" fw={600} style={{ overflowWrap: 'anywhere' }}>
				{describeSubjects(subjects)}
			</Text>
			{describe && (
				<Text size="sm" c="dimmed">
					{describe(subjects)}
				</Text>
			)}
			<Fields subjects={subjects} start={start} />
		</FormDialog>
	);
};
