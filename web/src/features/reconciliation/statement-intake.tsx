import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { isPaidInto, type Statement } from '#shared/contract/statements.ts';
import { grouped, numberOf } from '#shared/grouped.ts';
import { newKey } from '../../api/attempt.ts';
import { fromTo, momentOf } from '../../ui/dates/dates.ts';
import { Failed } from '../../ui/loading/failed.tsx';
import { money } from '../../ui/money.ts';
import { notify } from '../../ui/notifications/notifications.tsx';
import { LinkButton } from '../../ui/page/links.tsx';
import { progressQuery, useLookAt, useTakeIn } from './queries.ts';
import classes from './reconciliation.module.css';

const factsOf = ({ opening, closing, account, ...statement }: Statement) => ({
	'Short code': statement.short_code ?? 'Not said',
	...(account !== null && { Account: account }),
	Period: fromTo([statement.from, statement.to]),
	...(statement.first_line_at !== null &&
		statement.last_line_at !== null && {
			'First and last line': `${momentOf(statement.first_line_at)} · ${momentOf(statement.last_line_at)}`,
		}),
	...(opening !== null &&
		closing !== null && { 'Opening and closing': `${money(opening)} · ${money(closing)}` }),
	'Paid in': money(statement.paid_in),
	Withdrawn: money(statement.withdrawn),
	Lines: `${grouped(statement.new_lines)} new, ${grouped(statement.known_lines)} known`,
});

/** What a file holds, before anything of it is kept. */
const FirstLook = ({ statement }: { statement: Statement }) => (
	<>
		<dl className={classes.facts}>
			{Object.entries(factsOf(statement)).map(([label, value]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
		{!isPaidInto(statement.account) && (
			<Text size="sm">
				Payers do not pay into the {statement.account}, so it covers no payments. Take in the
				Utility or Merchant Account’s statement too.
			</Text>
		)}
		{statement.gaps.length > 0 && (
			<Text size="sm">No statement covers {statement.gaps.map(fromTo).join(', ')}.</Text>
		)}
		{statement.refused.length > 0 && (
			<details>
				<summary>{numberOf(statement.refused.length, 'line is', 'lines are')} left out</summary>
				<ul className={classes.refused}>
					{statement.refused.map(({ line, text }) => (
						<li key={line}>
							Line {line}: {text}
						</li>
					))}
				</ul>
			</details>
		)}
	</>
);

const shareOf = (sent: number, size: number) => Math.min(100, Math.round((sent / size) * 100));

interface FarProps {
	sending: { key: string; sent: number };
	file: File;
}

/** How far a statement has come: bytes first, then the rows that the server has read or kept. */
const HowFar = ({ sending, file }: FarProps) => {
	const hasLeft = sending.sent >= file.size;
	const { data } = useQuery({ ...progressQuery(sending.key), enabled: hasLeft });
	const words = !hasLeft
		? `Sending, ${shareOf(sending.sent, file.size)}%`
		: !data
			? 'Reading...'
			: `${data.step === 'reading' ? 'Reading' : 'Taking in'}, ${grouped(data.done)} of ${grouped(data.of)} lines`;
	return (
		<Text size="sm" role="status" className="tabular">
			{words}
		</Text>
	);
};

/** Sends a statement for a first look, then to be taken in. */
const useStatement = (onTaken: (statement: Statement) => void) => {
	const [sent, setSent] = useState(0);
	const leaving = useRef<AbortController>(null);
	const look = useLookAt();
	const take = useTakeIn();
	const file = look.variables?.file;
	const start = (chosen: File) => {
		leaving.current = new AbortController();
		setSent(0);
		return { file: chosen, key: newKey(), signal: leaving.current.signal, onSent: setSent };
	};
	const leave = () => {
		leaving.current?.abort();
		look.reset();
		take.reset();
	};
	const onItsWay = [take, look].find(({ isPending }) => isPending)?.variables;
	return {
		file,
		leave,
		firstLook: look.data,
		taking: take.isPending,
		sending: onItsWay && { key: onItsWay.key, sent },
		failure: take.error ?? look.error,
		choose: (chosen: File) => {
			take.reset();
			look.mutate(start(chosen));
		},
		takeIn: () =>
			file &&
			take.mutate(start(file), {
				onSuccess: (statement) => {
					leave();
					notify({
						good: true,
						title: 'Statement imported',
						message: numberOf(statement.new_lines, 'new line'),
					});
					onTaken(statement);
				},
			}),
	};
};

/** Leads to those that were taken in. */
export const StatementsLink = () => (
	<LinkButton variant="default" to="/admin/reconciliation/statements">
		All statements
	</LinkButton>
);

interface StatementIntakeProps {
	onTaken: (statement: Statement) => void;
}

/** Where a statement is dropped or chosen, looked at, and taken in. `onTaken` hears the month that it ends in. */
export const StatementIntake = ({ onTaken }: StatementIntakeProps) => {
	const { file, sending, firstLook, failure, ...statement } = useStatement(onTaken);
	const [over, setOver] = useState(false);
	const reset = useRef<() => void>(null);
	const next = useRef<HTMLButtonElement>(null);
	// What was pressed went away; what goes on with the file has the focus.
	useEffect(() => {
		if (firstLook) next.current?.focus();
	}, [firstLook]);
	const choose = (chosen: File | null | undefined) => {
		reset.current?.();
		if (chosen && !sending) statement.choose(chosen);
	};
	const drag = (inside: boolean) => (event: DragEvent) => {
		event.preventDefault();
		setOver(inside);
	};
	return (
		<section
			className={classes.intake}
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
				<div className={classes.file} data-chosen={file !== undefined || undefined}>
					<Text size="sm">
						{file ? file.name : 'Drop the portal’s export here: CSV, XLS or XLSX, of any period.'}
					</Text>
					{file && sending && <HowFar sending={sending} file={file} />}
				</div>
				{!firstLook && (
					<Group gap="xs" className={classes.buttons}>
						{!file && <StatementsLink />}
						{sending && (
							<Button variant="default" onClick={statement.leave}>
								Cancel
							</Button>
						)}
						<FileButton accept=".csv,.xls,.xlsx" resetRef={reset} onChange={choose}>
							{(button) => (
								<Button
									{...button}
									variant="default"
									loading={sending !== undefined}
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
			{firstLook && (
				<>
					<FirstLook statement={firstLook} />
					<Group gap="xs" justify="flex-end">
						<Button variant="default" onClick={statement.leave} disabled={statement.taking}>
							Cancel
						</Button>
						<Button ref={next} loading={statement.taking} onClick={statement.takeIn}>
							{firstLook.new_lines === 0
								? 'Take in, nothing is new'
								: `Take in ${numberOf(firstLook.new_lines, 'line')}`}
						</Button>
					</Group>
				</>
			)}
		</section>
	);
};
