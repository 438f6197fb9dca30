import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { Statement } from '#shared/contract/statements.ts';
import { grouped } from '#shared/grouped.ts';
import { Failed } from '../../ui/failed.tsx';
import { notify } from '../../ui/notifications.tsx';
import { useLookAt, useTakeIn } from './queries.ts';
import classes from './reconciliation.module.css';
import { money, span } from './words.ts';

const factsOf = (statement: Statement): [string, string][] => [
	['Short code', statement.short_code ?? 'Not said'],
	...(statement.account === null ? [] : [['Account', statement.account] as [string, string]]),
	['Period', span([statement.from, statement.to])],
	...(statement.opening === null || statement.closing === null
		? []
		: [
				['Opening and closing', `${money(statement.opening)} · ${money(statement.closing)}`] as [
					string,
					string,
				],
			]),
	['Paid in', money(statement.paid_in)],
	['Withdrawn', money(statement.withdrawn)],
	['Lines', `${grouped(statement.new_lines)} new, ${grouped(statement.known_lines)} known`],
];

/** What a file holds, before anything of it is kept. */
const FirstLook = ({ statement }: { statement: Statement }) => (
	<>
		<dl className={classes.facts}>
			{factsOf(statement).map(([label, value]) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>{value}</dd>
				</div>
			))}
		</dl>
		{statement.gaps.length > 0 && (
			<Text size="sm">No statement covers {statement.gaps.map(span).join(', ')}.</Text>
		)}
		{statement.refused.length > 0 && (
			<details>
				<summary>{grouped(statement.refused.length)} lines are left out</summary>
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

/** Where a statement is dropped or chosen, looked at, and taken in. `onTaken` hears the month that it ends in. */
export const StatementIntake = ({ onTaken }: { onTaken: (statement: Statement) => void }) => {
	const [file, setFile] = useState<File>();
	const [over, setOver] = useState(false);
	const look = useLookAt();
	const take = useTakeIn();
	const reset = useRef<() => void>(null);
	const next = useRef<HTMLButtonElement>(null);
	const looked = look.data;
	// What was pressed went away; what goes on with the file has the focus.
	useEffect(() => {
		if (looked) next.current?.focus();
	}, [looked]);
	const choose = (chosen: File | null | undefined) => {
		reset.current?.();
		if (!chosen || look.isPending || take.isPending) return;
		setFile(chosen);
		take.reset();
		look.mutate(chosen);
	};
	const leave = () => {
		setFile(undefined);
		look.reset();
		take.reset();
	};
	const drag = (inside: boolean) => (event: DragEvent) => {
		event.preventDefault();
		setOver(inside);
	};
	const failure = take.error ?? look.error;
	return (
		<section
			className={classes.intake}
			aria-label="Take in a statement"
			data-over={over || undefined}
			onDragOver={drag(true)}
			onDragLeave={drag(false)}
			onDrop={(event) => {
				drag(false)(event);
				choose(event.dataTransfer.files[0]);
			}}
		>
			<Group justify="space-between" gap="sm">
				<Text size="sm">
					{file ? file.name : 'Drop the portal’s export here: CSV, XLS or XLSX, of any period.'}
				</Text>
				{!looked && (
					<FileButton accept=".csv,.xls,.xlsx" resetRef={reset} onChange={choose}>
						{(button) => (
							<Button
								{...button}
								variant="default"
								loading={look.isPending}
								leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
							>
								Choose statement
							</Button>
						)}
					</FileButton>
				)}
			</Group>
			{failure && <Failed error={failure} fallback="The statement could not be read" />}
			{looked && (
				<>
					<FirstLook statement={looked} />
					<Group gap="xs" justify="flex-end">
						<Button variant="default" onClick={leave} disabled={take.isPending}>
							Cancel
						</Button>
						<Button
							ref={next}
							loading={take.isPending}
							onClick={() =>
								file &&
								take.mutate(file, {
									onSuccess: (statement) => {
										leave();
										notify({
											good: true,
											title: 'Statement taken in',
											message: `${grouped(statement.new_lines)} new lines`,
										});
										onTaken(statement);
									},
								})
							}
						>
							{looked.new_lines === 0
								? 'Take in, nothing is new'
								: `Take in ${grouped(looked.new_lines)} lines`}
						</Button>
					</Group>
				</>
			)}
		</section>
	);
};
