import type { AuditRow } from '#shared/contract/audit.ts';
import { grouped } from '#shared/grouped.ts';
import classes from './audit.module.css';
import { AuditEntry, type ShownEntry } from './audit-entry.tsx';
import { At, did, Entry, Who } from './entry-frame.tsx';
import { OperationOutcome, operationIn } from './operation-outcome.tsx';

const sameSecond = (a: AuditRow, b: AuditRow) => a.at.slice(0, 19) === b.at.slice(0, 19);

type FoldedEntriesProps = ShownEntry & { rows: readonly [AuditRow, ...AuditRow[]] };

/** What one person did several times within an hour, in one row; it opens to all of them. */
export const FoldedEntries = ({ rows, ...shown }: FoldedEntriesProps) => {
	const [newest] = rows;
	const operation = operationIn(newest);
	const oldest = rows.at(-1) ?? newest;
	const isLed = operation || oldest.action !== newest.action;
	const each = (
		<details className={classes.values}>
			<summary>Show each</summary>
			<ol className={`boxed ruled ${classes.entries}`} data-own>
				{(isLed ? rows.slice(1) : rows).map((row) => (
					<AuditEntry key={row.id} row={row} {...shown} />
				))}
			</ol>
		</details>
	);
	// An import says itself how much it made.
	if (isLed && !operation)
		return (
			<AuditEntry row={newest} {...shown}>
				{each}
			</AuditEntry>
		);
	return (
		<Entry action={newest.action}>
			<p className={classes.title}>
				<strong>
					{operation ? operation.words : `${did(newest.action)} ${grouped(rows.length)} times`}
				</strong>
			</p>
			<p className={classes.who}>
				<Who actor={newest.actor} />
				<span>
					{sameSecond(oldest, newest) || (
						<>
							<At at={oldest.at} /> to{' '}
						</>
					)}
					<At at={newest.at} />
				</span>
			</p>
			{operation && <OperationOutcome row={newest} />}
			{each}
		</Entry>
	);
};
