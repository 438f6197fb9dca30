import { Button, Group, Modal, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { TransactionFilters } from '#shared/contract/transactions.ts';
import { Failed } from '../../ui/failed.tsx';
import { useExport } from './use-export.ts';

interface ExportButtonProps {
	filters: TransactionFilters;
	/** How many rows it will have; unknown until the list is there. */
	total: number | undefined;
}

/** Downloads exactly the payments that the list shows, all its pages, as CSV. */
export const ExportButton = ({ filters, total }: ExportButtonProps) => {
	const [opened, setOpened] = useState(false);
	const { state, start, cancel } = useExport();
	const close = () => {
		cancel();
		setOpened(false);
	};
	const run = async () => {
		if (await start(filters)) setOpened(false);
	};
	const rows = total ?? 0;
	const running = state.step === 'running';
	return (
		<>
			<Button
				variant="default"
				leftSection={<IconDownload size={18} aria-hidden />}
				onClick={() => setOpened(true)}
				disabled={total === undefined}
			>
				Export CSV
			</Button>
			<Modal opened={opened} onClose={close} title="Export CSV">
				{state.step === 'failed' && (
					<Failed error={state.error} fallback="The export could not be finished" />
				)}
				<Text mt={state.step === 'failed' ? 'md' : 0}>
					{rows.toLocaleString('en')} {rows === 1 ? 'transaction' : 'transactions'} will be
					exported, in the order of the list.
				</Text>
				{running && (
					<>
						<Progress
							mt="md"
							aria-label="Exporting"
							value={state.total === 0 ? 100 : Math.min(100, (state.rows / state.total) * 100)}
						/>
						<Text size="sm" mt="xs" className="tabular" role="status">
							{state.rows.toLocaleString('en')} of {state.total.toLocaleString('en')}
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
			</Modal>
		</>
	);
};
