import { Button, Checkbox, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TransactionFilters } from '#shared/contract/finance/transactions-query.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { useAccount, useMay } from '../../platform/api/account.ts';
import { Modal } from '../../platform/ui/dialog/modal.tsx';
import { download } from '../../platform/ui/files/save-file.ts';
import { Failed } from '../../platform/ui/loading/failed.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';

interface ExportDialogProps extends Opened {
	filters: TransactionFilters;
	/** The number of rows to export. */
	rows: number;
	/** There are more rows than that. */
	more?: boolean | undefined;
}

const NEWLINE = 10;

const countLines = (bytes: Uint8Array) => bytes.filter((byte) => byte === NEWLINE).length;

/** Exports the payments of the list as CSV, with progress. */
export const ExportDialog = ({ opened, onClose, filters, rows, more }: ExportDialogProps) => {
	const masked = useAccount()?.phones_masked ?? false;
	const mayReveal = useMay('payments:reveal');
	const [numbers, setNumbers] = useState(false);
	const [lines, setLines] = useState(0);
	const abort = useRef<AbortController>(null);
	const exporting = useMutation({
		mutationFn: () => {
			abort.current = new AbortController();
			setLines(0);
			return download('/transactions/export.csv', {
				query: { ...filters, ...(numbers && { numbers: 'true' }) },
				signal: abort.current.signal,
				onPart: (part) => setLines((before) => before + countLines(part)),
			});
		},
		onSuccess: onClose,
	});
	const close = () => {
		abort.current?.abort();
		exporting.reset();
		onClose();
	};
	const { isPending: running, error } = exporting;
	// The first line is the header. A search with very many results has no exact total.
	const done = Math.min(Math.max(lines - 1, 0), more ? Number.POSITIVE_INFINITY : rows);
	const isMeasured = done > 0 && !more;
	return (
		<Modal opened={opened} onClose={close} title="Export CSV">
			{error && <Failed error={error} fallback="The export could not be finished" />}
			<Text mt={error ? 'md' : 0}>
				{more && 'More than '}
				{formatCount(rows, 'transaction')} will be exported, in the order of the list.
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
					onChange={({ currentTarget: { checked } }) => setNumbers(checked)}
				/>
			)}
			{running && (
				<>
					<Progress
						mt="md"
						aria-label="Exporting"
						animated={!isMeasured}
						value={isMeasured ? (done / rows) * 100 : 100}
					/>
					<Text size="sm" mt="xs" className="tabular" role="status">
						{formatWhole(done)}
						{!more && ` of ${formatWhole(rows)}`}
					</Text>
				</>
			)}
			<Group justify="flex-end" gap="xs" mt="lg">
				<Button variant="default" onClick={close}>
					Cancel
				</Button>
				<Button onClick={() => exporting.mutate()} loading={running} data-autofocus>
					Download
				</Button>
			</Group>
		</Modal>
	);
};
