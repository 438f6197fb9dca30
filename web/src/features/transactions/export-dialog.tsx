import { Button, Checkbox, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TransactionFilters } from '#shared/contract/transactions-query.ts';
import { grouped, numberOf } from '#shared/grouped.ts';
import { useAccount, useMay } from '../../api/account.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { download } from '../../ui/files/save-file.ts';
import { Failed } from '../../ui/loading/failed.tsx';
import type { Opened } from '../../ui/loading/on-demand.tsx';

interface ExportDialogProps extends Opened {
	filters: TransactionFilters;
	/** How many rows it will have. */
	rows: number;
	/** There will be more than that. */
	more?: boolean | undefined;
}

const NEWLINE = 10;

const newlines = (bytes: Uint8Array) => bytes.filter((byte) => byte === NEWLINE).length;

/** Says how many payments there will be, downloads them with progress, and says why it could not. */
export const ExportDialog = ({ opened, onClose, filters, rows, more }: ExportDialogProps) => {
	const masked = useAccount()?.phones_masked ?? false;
	const mayReveal = useMay('payments:reveal');
	const [numbers, withNumbers] = useState(false);
	const [lines, setLines] = useState(0);
	const leaving = useRef<AbortController>(null);
	const exporting = useMutation({
		mutationFn: () => {
			leaving.current = new AbortController();
			setLines(0);
			return download('/transactions/export.csv', {
				query: { ...filters, ...(numbers && { numbers: 'true' }) },
				signal: leaving.current.signal,
				onPart: (part) => setLines((before) => before + newlines(part)),
			});
		},
		onSuccess: onClose,
	});
	const close = () => {
		leaving.current?.abort();
		exporting.reset();
		onClose();
	};
	const { isPending: running, error } = exporting;
	// The first line is the header; of a search that finds very many nobody knows the total.
	const done = Math.min(Math.max(lines - 1, 0), more ? Number.POSITIVE_INFINITY : rows);
	const isMeasured = done > 0 && !more;
	return (
		<Dialog opened={opened} onClose={close} title="Export CSV">
			{error && <Failed error={error} fallback="The export could not be finished" />}
			<Text mt={error ? 'md' : 0}>
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
						animated={!isMeasured}
						value={isMeasured ? (done / rows) * 100 : 100}
					/>
					<Text size="sm" mt="xs" className="tabular" role="status">
						{grouped(done)}
						{!more && ` of ${grouped(rows)}`}
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
		</Dialog>
	);
};
