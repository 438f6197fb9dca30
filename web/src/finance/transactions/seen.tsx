import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Decision, decisionInput } from '#shared/contract/finance/decisions.ts';
import type { ToCheckItem } from '#shared/contract/finance/to-check.ts';
import { request } from '../../platform/api/client.ts';
import { reloadMoney } from '../../platform/api/query-keys.ts';
import { ReasonField } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';

/** Returns what a decision is about that takes an entry off the list. */
const toAbout = ({ transaction_id, change_id, account }: ToCheckItem) => {
	if (change_id !== null) return { kind: 'change', id: change_id };
	return transaction_id === null
		? { kind: 'account', id: account }
		: { kind: 'payment', id: transaction_id };
};

/** Renders the dialog that takes an entry off To check without changing a figure. */
export const SeenDialog = ({ item, opened, onClose }: Opened & { item: ToCheckItem }) => {
	const client = useQueryClient();
	return (
		<FormDialog
			opened={opened}
			onClose={onClose}
			schema={decisionInput}
			read={(typed: FormValues) => ({ ...typed, what: 'seen', about: toAbout(item) })}
			title="Mark as seen"
			submit="Mark as seen"
			said="Marked as seen"
			pending="Saving..."
			fallback="Could not mark this as seen"
			send={async (body: object) => {
				await request<Decision>('/decisions', { method: 'POST', body });
				reloadMoney(client);
			}}
		>
			<Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
				{item.text}
			</Text>
			<Text size="sm" c="dimmed">
				The entry leaves the list. No figure changes.
			</Text>
			<ReasonField />
		</FormDialog>
	);
};
