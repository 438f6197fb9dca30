import { Button, CloseButton, Group, SimpleGrid, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { Operation } from '#shared/contract/content/bulk.ts';
import { assignmentsInput } from '#shared/contract/finance/accounts.ts';
import { formatCount } from '#shared/grouped.ts';
import { ReasonField, TextField } from '../../platform/ui/fields/text-fields.tsx';
import type { FormValues } from '../../platform/ui/fields/use-form.ts';
import { FormDialog } from '../../platform/ui/form/form.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { SelectionPaper } from '../../platform/ui/selection/select-box.tsx';
import {
	createSelection,
	SelectionContext,
	useSelected,
} from '../../platform/ui/selection/selection.ts';
import { useAssignMany } from './changes.ts';
import { parseNumber } from './formats.ts';
import { namePayment, PaymentsTable, type PaymentsTableProps } from './payments-table.tsx';

interface AssignDialogProps extends Opened {
	ids: readonly string[];
	onDone: (operation: Operation) => void;
}

const AssignDialog = ({ ids, onDone, ...dialog }: AssignDialogProps) => (
	<FormDialog
		{...dialog}
		title={`Assign ${formatCount(ids.length, 'payment')}`}
		schema={assignmentsInput}
		read={({ account_reference: account = '', months, ...typed }: FormValues) => ({
			...typed,
			ids,
			...(account.trim() !== '' && { account_reference: account }),
			months: parseNumber(months),
		})}
		send={useAssignMany()}
		onDone={onDone}
		submit={`Assign ${formatCount(ids.length, 'payment')}`}
		pending="Assigning..."
		fallback="Could not assign the payments"
	>
		<SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
			<TextField
				name="account_reference"
				label="Account reference"
				description="Leave empty to keep what each payer typed."
			/>
			<TextField
				name="months"
				label="Months"
				description="For each payment, from its day."
				inputMode="numeric"
			/>
		</SimpleGrid>
		<ReasonField />
	</FormDialog>
);

/** Renders unassigned payments, of which many can be assigned at once. */
export const UnassignedPayments = ({ rows, ...table }: Omit<PaymentsTableProps, 'label'>) => {
	const [selection] = useState(createSelection);
	const selected = useSelected(selection).rows;
	const [opened, { open, close }] = useDisclosure(false);
	const named = useMemo(() => rows.map((row) => ({ ...row, name: namePayment(row) })), [rows]);
	const finish = ({ results }: Operation) => {
		close();
		const failed = results.filter(({ ok }) => !ok);
		selection.keep(
			failed.map(({ id, error }) => ({
				id,
				name: selected.get(id) ?? id,
				reason: error ?? 'Failed',
			})),
		);
	};
	return (
		<SelectionContext value={selection}>
			<PaymentsTable label="Transactions" rows={named} {...table} />
			{selected.size > 0 && (
				<SelectionPaper>
					<Group gap="xs">
						<Text size="sm" fw={600} mr="auto" className="tabular">
							{selected.size} selected
						</Text>
						<Button onClick={open}>Assign {selected.size}…</Button>
						<CloseButton aria-label="Clear selection" onClick={selection.clear} />
					</Group>
				</SelectionPaper>
			)}
			<AssignDialog opened={opened} onClose={close} ids={[...selected.keys()]} onDone={finish} />
		</SelectionContext>
	);
};
