import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditRow } from '#shared/contract/audit.ts';
import { grouped } from '#shared/grouped.ts';
import { isAboutAll, operationOf, operationRowsQuery } from '../../api/audit.ts';
import { Loaded } from '../loading/loaded.tsx';
import { exceptNextPage, ShowMore } from '../rows/show-more.tsx';
import classes from './audit.module.css';
import { AuditEntry, type ShownEntry } from './audit-entry.tsx';
import { At, did, Entry, Who } from './entry-frame.tsx';

type FoldedEntriesProps = ShownEntry & { rows: readonly [AuditRow, ...AuditRow[]] };

const Each = ({ rows, ...shown }: ShownEntry & { rows: readonly AuditRow[] }) =>
	rows.length > 0 && (
		<ol className={`boxed ruled ${classes.entries}`} data-own>
			{rows.map((row) => (
				<AuditEntry key={row.id} row={row} {...shown} />
			))}
		</ol>
	);

/** What an operation did besides the rows that came with the list, which goes on past it; `none`: none of it did. */
const TheRest = ({ after, none, ...shown }: ShownEntry & { after: AuditRow; none: boolean }) => {
	const rest = useInfiniteQuery(operationRowsQuery(operationOf(after) ?? '', after.id));
	return (
		<Loaded
			query={exceptNextPage(rest)}
			loading="Loading history..."
			fallback="Failed to load the history"
		>
			{(rows) => (
				<>
					<Each rows={rows} {...shown} />
					{none && rows.length === 0 && <p className={classes.detail}>Nothing was changed.</p>}
					<ShowMore
						list={rest}
						words="Show more of these"
						end="These are all."
						fallback="Failed to load the history"
					/>
				</>
			)}
		</Loaded>
	);
};

/** An operation or an import in the row about all of it, which opens to what it did to each item. */
const Operation = ({ rows, ...shown }: FoldedEntriesProps) => {
	const [about, ...each] = rows;
	const [opened, setOpened] = useState(false);
	return (
		<AuditEntry row={about} {...shown}>
			<details
				className={classes.values}
				onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
			>
				<summary>Show each</summary>
				<Each rows={each} {...shown} />
				{opened && <TheRest after={rows.at(-1) ?? about} none={each.length === 0} {...shown} />}
			</details>
		</AuditEntry>
	);
};

const sameSecond = (a: AuditRow, b: AuditRow) => a.at.slice(0, 19) === b.at.slice(0, 19);

/** What one person or operation did several times, in one row; it opens to all of them. */
export const FoldedEntries = ({ rows, ...shown }: FoldedEntriesProps) => {
	const [newest] = rows;
	if (isAboutAll(newest)) return <Operation rows={rows} {...shown} />;
	if (rows.length === 1) return <AuditEntry row={newest} {...shown} />;
	const oldest = rows.at(-1) ?? newest;
	return (
		<Entry action={newest.action}>
			<p className={classes.title}>
				<strong>{`${did(newest.action)} ${grouped(rows.length)} times`}</strong>
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
			<details className={classes.values}>
				<summary>Show each</summary>
				<Each rows={rows} {...shown} />
			</details>
		</Entry>
	);
};
