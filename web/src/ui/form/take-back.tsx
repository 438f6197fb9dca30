import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { withdrawalInput } from '#shared/contract/decisions.ts';
import { request } from '../../api/client.ts';
import { reloadMoney } from '../../api/query-keys.ts';
import { ClosedMonth } from '../dialog/closed-month.tsx';
import { ReasonField } from '../fields/text-fields.tsx';
import type { Opened } from '../loading/on-demand.tsx';
import { FormDialog } from './form.tsx';

/** Returns the props of the form that takes a decision back, with a reason; `at` is when its money moved. */
export const useTakeBack = (decisionId: number, at?: string | null) => {
	const client = useQueryClient();
	return {
		schema: withdrawalInput,
		submit: 'Take back',
		pending: 'Taking back...',
		fallback: 'Could not take this back',
		children: (
			<>
				<ClosedMonth at={[at]} />
				<ReasonField />
			</>
		),
		send: async (body: object) => {
			await request<null>(`/decisions/${decisionId}`, { method: 'DELETE', body });
			reloadMoney(client);
		},
	};
};

interface TakeBackDialogProps extends Opened {
	/** The id of the decision. */
	id: number;
	/** When the decided money moved; a closed month of it is named. */
	at?: string | null | undefined;
	/** What is taken back, such as `Not ours: KSh 700`. */
	children?: ReactNode;
	onDone?: () => void;
}

/** Takes a decision back with a reason, and restores what was before it. */
export const TakeBackDialog = ({ id, children, onDone, at, ...dialog }: TakeBackDialogProps) => {
	const { children: field, ...form } = useTakeBack(id, at);
	return (
		<FormDialog
			{...dialog}
			{...form}
			title="Take back the decision"
			onDone={() => {
				dialog.onClose();
				onDone?.();
			}}
		>
			{children && (
				<Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
					{children}
				</Text>
			)}
			<Text size="sm" c="dimmed">
				This restores the state from before the decision. The decision stays in the history.
			</Text>
			{field}
		</FormDialog>
	);
};
