import { Button, Checkbox, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { grouped } from '#shared/grouped.ts';
import { useAccount, useMay } from '../../api/account.ts';
import { numberOf } from '../../ui/counted.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import type { Opened } from '../../ui/on-demand.tsx';
import { useExport } from './use-export.ts';

interface ExportDialogProps extends Opened {
	filters: TransactionFilters;
	/** How many rows it will have. */
	rows: number;
	/** There will be more than that. */
	more?: boolean | undefined;
}

/** Says how many payments there will be, downloads them with progress, and says why it could not. */
export const ExportDialog = ({ opened, onClose, filters, rows, more }: ExportDialogProps) => {
	const { state, start, cancel } = useExport();
	const masked = useAccount()?.phones_masked ?? false;
	const mayReveal = useMay('payments:reveal');
	const [numbers, withNumbers] = useState(false);
	const close = () => {
		cancel();
		onClose();
	};
	const run = async () => {
		if (await start(numbers ? { ...filters, numbers: 'true' } : filters)) onClose();
	};
	const running = state.step === 'running';
	return (
		<Dialog opened={opened} onClose={close} title="Export CSV">
			{state.step === 'failed' && (
				<Failed error={state.error} fallback="The export could not be finished" />
			)}
			<Text mt={state.step === 'failed' ? 'md' : 0}>
				{more && 'More than '}
				{numberOf(rows, 'transaction')} will be exported, in the order of the list.
			</Text>
			{masked && !mayReveal && (
				<Text size="sm" c="dimmed" mt="xs">
					Phone numbers are masked in it.
				</Text>
			)}
			{masked && mayReveal && (
				<Checkbox
					mt="md"
					label="With whole phone numbers"
					description="It stays in the audit trail, and on Status for a week."
					checked={numbers}
					disabled={running}
					onChange={({ currentTarget: { checked } }) => withNumbers(checked)}
				/>
			)}
			{running && (
				<>
					<Progress
						mt="md"
						aria-label="Exporting"
						animated={state.total === undefined}
						value={state.total ? Math.min(100, (state.rows / state.total) * 100) : 100}
					/>
					<Text size="sm" mt="xs" className="tabular" role="status">
						{grouped(state.rows)}
						{state.total !== undefined && ` of ${grouped(state.total)}`}
					</Text>
				</>
			)}
			<Group justify="flex-end" gap="xs" mt="lg">
				<Button variant="default" onClick={close}>
					Cancel
				</Button>
				<Button onClick={() => void run()} loading={running} data-autofocus>
					Download
				</Button>
			</Group>
		</Dialog>
	);
};
