import { Button, type ButtonProps, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { withdrawalInput } from '#shared/contract/finance/decisions.ts';
import { call } from '../../../platform/api/calls.ts';
import { reloadMoney } from '../../../platform/api/query-keys.ts';
import { ClosedMonth } from '../../../platform/ui/dialog/closed-month.tsx';
import { ReasonField } from '../../../platform/ui/fields/text-fields.tsx';
import { FormDialog } from '../../../platform/ui/form/form.tsx';
import type { Opened } from '../../../platform/ui/loading/on-demand.tsx';

interface DecisionToTakeBack {
	/** The id of the decision. */
	id: number;
	/** The decision in words, such as `Not ours: KSh 700`. */
	name: string;
	/** When the decided money moved; a closed month of it is named. */
	at?: string | null | undefined;
}

/** Takes a decision back with a reason, and restores what was before it. */
const TakeBackDialog = ({ id, name, at, ...dialog }: DecisionToTakeBack & Opened) => {
	const client = useQueryClient();
	return (
		<FormDialog
			{...dialog}
			schema={withdrawalInput}
			title="Take back the decision"
			submit="Take back"
			pending="Taking back..."
			fallback="Could not take this back"
			send={async (body: { reason: string }) => {
				await call('DELETE /decisions/:id', { params: { id: String(id) }, body });
				reloadMoney(client);
			}}
		>
			<Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
				{name}
			</Text>
			<Text size="sm" c="dimmed">
				This restores the state from before the decision. The decision stays in the history.
			</Text>
			<ClosedMonth at={[at]} />
			<ReasonField />
		</FormDialog>
	);
};

/** Renders the button that opens the dialog which takes a decision back. */
export const TakeBack = ({ id, name, at, ...button }: DecisionToTakeBack & ButtonProps) => {
	const [opened, { open, close }] = useDisclosure(false);
	return (
		<>
			<Button
				variant="default"
				size="xs"
				{...button}
				aria-label={`Take back: ${name}`}
				onClick={open}
			>
				Take back
			</Button>
			<TakeBackDialog {...{ id, name, at, opened }} onClose={close} />
		</>
	);
};
