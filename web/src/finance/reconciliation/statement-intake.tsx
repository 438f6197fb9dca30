import { Box, Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import {
	isPaidInto,
	STATEMENT_MAX_BYTES,
	type Statement,
} from '#shared/contract/finance/statements.ts';
import { formatPeriod } from '#shared/east-africa-time.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { createKey } from '../../platform/api/attempt.ts';
import { reloadMoney } from '../../platform/api/query-keys.ts';
import { sendBody } from '../../platform/api/upload/send-body.ts';
import { ClosedMonths } from '../../platform/ui/dialog/closed-month.tsx';
import { Facts } from '../../platform/ui/facts.tsx';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { formatMoney } from '../../platform/ui/format/money.ts';
import { Failed } from '../../platform/ui/loading/failed.tsx';
import { notify } from '../../platform/ui/notifications/notifications.tsx';
import { LinkButton } from '../../platform/ui/page/links.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import classes from './reconciliation.module.css';

/** A statement upload: its idempotency key, and a callback for the bytes sent. */
interface StatementUpload {
	file: File;
	key: string;
	signal: AbortSignal;
	onSent: (bytes: number) => void;
}

const sendStatement = async ({ file, key, signal, onSent }: StatementUpload, dryRun: boolean) => {
	if (file.size > STATEMENT_MAX_BYTES)
		throw new ApiError({ kind: 'refused', status: 413, message: 'This file is too large.' });
	const body = new FormData();
	body.append('file', file);
	return sendBody<Statement>({
		method: 'POST',
		body,
		signal,
		onSent,
		path: dryRun ? '/statements?dry_run=true' : '/statements',
		headers: { 'idempotency-key': key },
	});
};

const listFacts = ({ opening, closing, account, ...statement }: Statement) => ({
	'Short code': statement.short_code ?? 'Not said',
	...(account !== null && { Account: account }),
	Period: formatPeriod([statement.from, statement.to]),
	...(statement.first_line_at !== null &&
		statement.last_line_at !== null && {
			'First and last line': `${formatMoment(statement.first_line_at)} · ${formatMoment(statement.last_line_at)}`,
		}),
	...(opening !== null &&
		closing !== null && {
			'Opening and closing': `${formatMoney(opening)} · ${formatMoney(closing)}`,
		}),
	'Paid in': formatMoney(statement.paid_in),
	Withdrawn: formatMoney(statement.withdrawn),
	Lines: `${formatWhole(statement.new_lines)} new, ${formatWhole(statement.known_lines)} known`,
});

const coverageWords = {
	export_date: undefined,
	period: 'The file does not give the date of its export, so coverage is taken from its period.',
	lines:
		'The file does not give the date of its export, and its lines stop early. It covers the time up to its last line.',
};

/** Renders the content of a checked statement before its import. */
const StatementCheck = ({ statement }: { statement: Statement }) => (
	<>
		<Facts cols={{ base: 1, xs: 2, lg: 4 }} mt={0} of={listFacts(statement)} />
		{!isPaidInto(statement.account) && (
			<Text size="sm">
				Payers do not pay into the {statement.account}, so it covers no payments. Import the
				statement of the Utility or Merchant Account too.
			</Text>
		)}
		{coverageWords[statement.coverage] && (
			<Text size="sm">{coverageWords[statement.coverage]}</Text>
		)}
		{statement.missing.map(({ text }) => (
			<Text key={text} size="sm">
				{text}
			</Text>
		))}
		<ClosedMonths months={statement.closed_months} />
		{statement.gaps.length > 0 && (
			<Text size="sm">No statement covers {statement.gaps.map(formatPeriod).join(', ')}.</Text>
		)}
		{statement.refused.length > 0 && (
			<details>
				<summary>{formatCount(statement.refused.length, 'line is', 'lines are')} left out</summary>
				<List size="sm" mt="xs">
					{statement.refused.map(({ line, text }) => (
						<List.Item key={line}>
							Line {line}: {text}
						</List.Item>
					))}
				</List>
			</details>
		)}
	</>
);

/** Returns the state of a statement upload: a dry run first, then the import. */
const useStatement = (onImported: (statement: Statement) => void) => {
	const client = useQueryClient();
	const [sent, setSent] = useState(0);
	const controller = useRef<AbortController>(null);
	const check = useMutation({
		mutationFn: (upload: StatementUpload) => sendStatement(upload, true),
	});
	const importing = useMutation({
		mutationFn: (upload: StatementUpload) => sendStatement(upload, false),
		onSuccess: () => reloadMoney(client),
	});
	const file = check.variables?.file;
	const start = (chosen: File) => {
		controller.current = new AbortController();
		setSent(0);
		return { file: chosen, key: createKey(), signal: controller.current.signal, onSent: setSent };
	};
	const cancel = () => {
		controller.current?.abort();
		check.reset();
		importing.reset();
	};
	return {
		file,
		cancel,
		checked: check.data,
		isImporting: importing.isPending,
		/** Bytes sent of the file; undefined unless a request is pending. */
		sent: check.isPending || importing.isPending ? sent : undefined,
		failure: importing.error ?? check.error,
		choose: (chosen: File) => {
			importing.reset();
			check.mutate(start(chosen));
		},
		importFile: () =>
			file &&
			importing.mutate(start(file), {
				onSuccess: (statement) => {
					cancel();
					notify({
						good: true,
						title: 'Statement imported',
						message: formatCount(statement.new_lines, 'new line'),
					});
					onImported(statement);
				},
			}),
	};
};

/** Links to the imported statements. */
export const StatementsLink = () => (
	<LinkButton variant="default" to="/admin/reconciliation/statements">
		All statements
	</LinkButton>
);

interface StatementIntakeProps {
	onImported: (statement: Statement) => void;
}

/** Accepts a dropped or chosen statement, shows its content, and imports it. */
export const StatementIntake = ({ onImported }: StatementIntakeProps) => {
	const { file, sent, checked, failure, ...statement } = useStatement((imported) => {
		// New lines take the focus themselves.
		goesBack.current = imported.new_lines === 0;
		onImported(imported);
	});
	const wide = useWide();
	const [over, setOver] = useState(false);
	const reset = useRef<() => void>(null);
	const next = useRef<HTMLButtonElement>(null);
	const chooser = useRef<HTMLButtonElement>(null);
	const goesBack = useRef(false);
	// The pressed button is removed after the check: move the focus to the import button, or back.
	useEffect(() => {
		if (checked) next.current?.focus();
		else if (goesBack.current) chooser.current?.focus();
		goesBack.current = false;
	}, [checked]);
	const choose = (chosen: File | null | undefined) => {
		reset.current?.();
		if (chosen && sent === undefined) statement.choose(chosen);
	};
	const drag = (inside: boolean) => (event: DragEvent) => {
		event.preventDefault();
		setOver(inside);
	};
	return (
		<Stack
			component="section"
			gap="sm"
			mb={wide ? 16 : 12}
			{...(wide && { p: '8px 20px', className: `boxed ${classes.intake}` })}
			aria-label="Import a statement"
			data-over={over || undefined}
			onDragOver={drag(true)}
			onDragLeave={drag(false)}
			onDrop={(event) => {
				drag(false)(event);
				choose(event.dataTransfer.files[0]);
			}}
		>
			<Group justify="space-between" gap="sm">
				{/* Touch screens have no drag and drop. */}
				{(wide || file) && (
					<Box miw={0}>
						<Text size="sm">
							{file ? file.name : 'Drop the portal’s export here: CSV, XLS or XLSX, of any period.'}
						</Text>
						{file && sent !== undefined && (
							<Text size="sm" role="status" className="tabular">
								{sent < file.size
									? `Sending, ${Math.round((sent / file.size) * 100)}%`
									: 'Reading...'}
							</Text>
						)}
					</Box>
				)}
				{!checked && (
					<Group gap="xs" className="filling">
						{!file && <StatementsLink />}
						{sent !== undefined && (
							<Button variant="default" onClick={statement.cancel}>
								Cancel
							</Button>
						)}
						<FileButton accept=".csv,.xls,.xlsx" resetRef={reset} onChange={choose}>
							{(button) => (
								<Button
									{...button}
									ref={chooser}
									variant="default"
									loading={sent !== undefined}
									leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
								>
									Choose statement
								</Button>
							)}
						</FileButton>
					</Group>
				)}
			</Group>
			{failure && <Failed error={failure} fallback="Could not read the statement" />}
			{checked && (
				<>
					<StatementCheck statement={checked} />
					<Group gap="xs" justify="flex-end">
						<Button
							variant="default"
							onClick={() => {
								goesBack.current = true;
								statement.cancel();
							}}
							disabled={statement.isImporting}
						>
							Cancel
						</Button>
						<Button ref={next} loading={statement.isImporting} onClick={statement.importFile}>
							{checked.new_lines === 0
								? 'Import, nothing is new'
								: `Import ${formatCount(checked.new_lines, 'line')}`}
						</Button>
					</Group>
				</>
			)}
		</Stack>
	);
};
