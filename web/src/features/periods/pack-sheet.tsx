import type { ReactNode } from 'react';
import { adjustmentKinds } from '#shared/contract/adjustments.ts';
import { definitions } from '#shared/contract/period-definitions.ts';
import { type PeriodAdjustment, type PeriodPack, periodStates } from '#shared/contract/periods.ts';
import type { ReconciliationLine } from '#shared/contract/reconciliation.ts';
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

const decisionOf = (decision: ReconciliationLine['decision']) =>
	decision ? lines(`${decision.by}, ${stamp(decision.at)}`, decision.reason) : 'Nobody yet';

interface AdjustmentTableProps {
	label: string;
	rows: readonly PeriodAdjustment[];
}

/** What came to months that were closed, one by one. */
export const AdjustmentTable = ({ label, rows }: AdjustmentTableProps) => (
	<PaperTable
		label={label}
		rows={rows}
		columns={[
			['Month', ({ month }) => month],
			['Came', ({ came }) => when(came)],
			['Receipt, payer', (row) => lines(row.receipt ?? 'No receipt', row.payer_name, row.phone)],
			['Was', ({ was }) => stateWords(was, 'Not there')],
			['Is', ({ is }) => stateWords(is, 'Gone')],
			['Statement', (row) => plain(row.in - row.out), 'number'],
			['Books', ({ books }) => plain(books), 'number'],
			['Given back', ({ returned }) => plain(returned), 'number'],
			['Who, why', ({ by, reason }) => lines(by, reason)],
		]}
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
					rows={totalsOf(pack)}
					columns={[
						['', ([label]) => label],
						['KSh', ([, amount]) => plain(amount), 'number'],
					]}
				/>
				<p>
					{covered ? `Statements cover ${covered}.` : 'No statement covers the month.'}{' '}
					{covered && gaps && `None covers ${gaps}.`}{' '}
					{statement.missing.map(({ text }) => text).join(' ')} Times are East Africa Time.
				</p>
				<PaperTable
					label="Lines and payments"
					rows={Object.entries(states).filter(([, { count }]) => count > 0)}
					columns={[
						['Lines and payments', ([state]) => lineStates[state as LineState]],
						['How many', ([, { count }]) => grouped(count), 'number'],
						['KSh', ([, { amount }]) => plain(amount), 'number'],
					]}
					none="No lines and no payments."
				/>
			</Part>
			<Part title="Days">
				<PaperTable
					label="Days"
					rows={figures.days}
					columns={[
						['Day', ({ day }) => <time className={classes.when}>{day}</time>],
						['Statement in', (row) => plain(row.in), 'number'],
						['Statement out', ({ out }) => plain(out), 'number'],
						['Books', ({ books }) => plain(books), 'number'],
						['Payments', ({ payments }) => grouped(payments), 'number'],
					]}
				/>
			</Part>
			<Part title="Failures by reason">
				<p>
					Begun in the month: {grouped(asked.completed)} completed, {grouped(asked.pending)}{' '}
					pending, {grouped(asked.failed)} failed.
				</p>
				<PaperTable
					label="Failures by reason"
					rows={figures.failures}
					columns={[
						['Code', ({ result_code }) => result_code ?? 'None'],
						['Meaning', ({ meaning }) => meaning ?? 'Not known'],
						['Payments', ({ total }) => grouped(total), 'number'],
					]}
					none="No payment failed."
				/>
			</Part>
			<Part title="Reversals and refunds">
				<PaperTable
					label="Reversals and refunds"
					rows={pack.returns}
					columns={[
						['Time', ({ at }) => when(at)],
						['What', ({ kind }) => adjustmentKinds[kind]],
						['Receipt', ({ receipt }) => receipt ?? '–'],
						['Of receipt', (row) => row.of ?? '–'],
						['Payer', ({ payer_name, phone }) => lines(payer_name, phone)],
						['KSh', ({ amount }) => plain(amount), 'number'],
						[
							'Who, why',
							(row) => (row.on_statement ? 'On the statement' : lines(row.by, row.reason)),
						],
					]}
					none="Nothing was given back."
				/>
			</Part>
			<Part title="Adjustments of months closed before">
				<AdjustmentTable label="Adjustments of months closed before" rows={pack.arrived} />
			</Part>
			<Part title="Exceptions">
				<PaperTable
					label="Exceptions"
					rows={pack.exceptions}
					columns={[
						['Time', ({ at }) => when(at)],
						[
							'Receipt, payer',
							(row) => lines(row.receipt ?? 'No receipt', row.payer_name, row.phone),
						],
						['Statement', (row) => (row.paid_in === null ? '–' : plain(row.paid_in)), 'number'],
						['Books', (row) => (row.transaction ? plain(row.transaction.amount) : '–'), 'number'],
						['State', (row) => lines(lineStates[row.state], row.decision ? null : row.reason)],
						['Who, when, why', ({ decision }) => decisionOf(decision)],
					]}
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
