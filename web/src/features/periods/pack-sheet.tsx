import type { ReactNode } from 'react';
import { definitions } from '#shared/contract/period-definitions.ts';
import { type PeriodAdjustment, type PeriodPack, periodStates } from '#shared/contract/periods.ts';
import { type LineState, lineStates } from '#shared/contract/reconciliation-query.ts';
import { monthWords } from '#shared/east-africa-time.ts';
import { grouped } from '#shared/grouped.ts';
import { product } from '../../product.ts';
import classes from './pack.module.css';
import { PaperTable, plain, stamp } from './paper-table.tsx';

const stateWords = (state: string | null, none: string) =>
	state === null ? none : (lineStates[state as LineState] ?? 'Given back');
/** A moment, in one line. */
const when = (instant: string) => <time className={classes.when}>{stamp(instant)}</time>;
const lines = (...texts: (string | null | undefined)[]) =>
	texts.filter(Boolean).map((text) => <div key={text}>{text}</div>);

const range = ([from = '', to = '']: readonly string[]) => `${stamp(from)} to ${stamp(to)}`;

/** What came to months that were closed, one by one. */
export const AdjustmentTable = ({
	label,
	rows,
}: {
	label: string;
	rows: readonly PeriodAdjustment[];
}) => (
	<PaperTable
		label={label}
		head={[
			'Month',
			'Came',
			'Receipt, payer',
			'Was',
			'Is',
			'Statement',
			'Books',
			'Given back',
			'Who, why',
		]}
		numeric={[5, 6, 7]}
		rows={rows.map((row) => [
			row.month,
			when(row.came),
			lines(row.receipt ?? 'No receipt', row.payer_name, row.phone),
			stateWords(row.was, 'Not there'),
			stateWords(row.is, 'Gone'),
			plain(row.in - row.out),
			plain(row.books),
			plain(row.returned),
			lines(row.by, row.reason),
		])}
		none="None."
	/>
);

const closedWords = ({ closed, state }: PeriodPack) => {
	if (!closed) return `${periodStates[state]}: these are the figures of now.`;
	const asked = closed.asked_by ? ` Asked for by ${closed.asked_by}: ${closed.reason}` : '';
	return `Closed by ${closed.by}, ${stamp(closed.at)}.${asked}`;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
	<section className={classes.part} aria-label={title}>
		<h3>{title}</h3>
		{children}
	</section>
);

const totalsOf = ({ figures }: PeriodPack): [string, number][] => [
	['Statement in', figures.statement.in],
	['Statement out', figures.statement.out],
	['Books', figures.books.in],
	['Given back', figures.returned.amount],
	['Net of what was given back', figures.net],
	['Difference', figures.difference],
	['Explained', figures.explained],
	['Unexplained', figures.unexplained],
];

/** The pack on A4: black on white, whatever the screen's colours. */
export const PackSheet = ({ pack }: { pack: PeriodPack }) => {
	const { figures, month } = pack;
	const { statement, states, asked } = figures;
	const covered = statement.covered.map(range).join(', ');
	const gaps = statement.gaps.map(range).join(', ');
	const counted = Object.entries(states).filter(([, { count }]) => count > 0);
	const checksum = <p className={classes.checksum}>Checksum (SHA-256): {pack.checksum}</p>;
	return (
		<article className={classes.sheet} aria-label={`The pack of ${monthWords(month)}`}>
			<header>
				<p className={classes.product}>{product}</p>
				<h2>{monthWords(month)}</h2>
				<p>{closedWords(pack)}</p>
				{checksum}
			</header>
			<Part title="Totals">
				<PaperTable
					label="Totals"
					head={['', 'KSh']}
					numeric={[1]}
					rows={totalsOf(pack).map(([label, amount]) => [label, plain(amount)])}
					none=""
				/>
				<p>
					{covered ? `Statements cover ${covered}.` : 'No statement covers the month.'}{' '}
					{covered && gaps && `None covers ${gaps}.`} Times are East Africa Time.
				</p>
				<PaperTable
					label="Lines and payments"
					head={['Lines and payments', 'How many', 'KSh']}
					numeric={[1, 2]}
					rows={counted.map(([state, { count, amount }]) => [
						lineStates[state as LineState],
						grouped(count),
						plain(amount),
					])}
					none="No lines and no payments."
				/>
			</Part>
			<Part title="Days">
				<PaperTable
					label="Days"
					head={['Day', 'Statement in', 'Statement out', 'Books', 'Payments']}
					numeric={[1, 2, 3, 4]}
					rows={figures.days.map((row) => [
						<time key="day" className={classes.when}>
							{row.day}
						</time>,
						plain(row.in),
						plain(row.out),
						plain(row.books),
						grouped(row.payments),
					])}
					none=""
				/>
			</Part>
			<Part title="Failures by reason">
				<p>
					Begun in the month: {grouped(asked.completed)} completed, {grouped(asked.pending)}{' '}
					pending, {grouped(asked.failed)} failed.
				</p>
				<PaperTable
					label="Failures by reason"
					head={['Code', 'Meaning', 'Payments']}
					numeric={[2]}
					rows={figures.failures.map(({ result_code, meaning, total }) => [
						result_code ?? 'None',
						meaning ?? 'Not known',
						grouped(total),
					])}
					none="No payment failed."
				/>
			</Part>
			<Part title="Reversals and refunds">
				<PaperTable
					label="Reversals and refunds"
					head={['Time', 'What', 'Receipt', 'Of receipt', 'Payer', 'KSh', 'Who, why']}
					numeric={[5]}
					rows={pack.returns.map((row) => [
						when(row.at),
						row.kind === 'refund' ? 'Refund' : 'Reversal',
						row.receipt ?? '–',
						row.of ?? '–',
						lines(row.payer_name, row.phone),
						plain(row.amount),
						row.on_statement ? 'On the statement' : lines(row.by, row.reason),
					])}
					none="Nothing was given back."
				/>
			</Part>
			<Part title="Adjustments of months closed before">
				<AdjustmentTable label="Adjustments of months closed before" rows={pack.arrived} />
			</Part>
			<Part title="Exceptions">
				<PaperTable
					label="Exceptions"
					head={['Time', 'Receipt, payer', 'Statement', 'Books', 'State', 'Who, when, why']}
					numeric={[2, 3]}
					rows={pack.exceptions.map((line) => [
						when(line.at),
						lines(line.receipt ?? 'No receipt', line.payer_name, line.phone),
						line.paid_in === null ? '–' : plain(line.paid_in),
						line.transaction ? plain(line.transaction.amount) : '–',
						lines(lineStates[line.state], line.decision ? null : line.reason),
						line.decision
							? lines(`${line.decision.by}, ${stamp(line.decision.at)}`, line.decision.reason)
							: 'Nobody yet',
					])}
					none="None: every line agrees."
				/>
			</Part>
			<Part title="Definitions">
				<dl>
					{definitions.map(([word, meaning]) => (
						<div key={word}>
							<dt>{word}</dt>
							<dd>{meaning}</dd>
						</div>
					))}
				</dl>
			</Part>
			<Part title="Signatures">
				<div className={classes.signatures}>
					{['Prepared by', 'Checked by', 'Approved by'].map((who) => (
						<div key={who} className={classes.signature}>
							<span>{who}</span>
							<span>Name, signature, date</span>
						</div>
					))}
				</div>
				{checksum}
			</Part>
		</article>
	);
};
