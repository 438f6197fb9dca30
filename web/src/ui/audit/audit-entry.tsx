import type { ReactNode } from 'react';
import type { AuditRow } from '#shared/contract/audit.ts';
import { type AuditKind, auditKinds } from '#shared/contract/audit-query.ts';
import { byKind } from '#shared/contract/resources.ts';
import { LinkText } from '../page/links.tsx';
import classes from './audit.module.css';
import { detailWords } from './detail-words.ts';
import { Differences } from './differences.tsx';
import { At, did, Entry, Who } from './entry-frame.tsx';
import { OperationOutcome, operationIn } from './operation-outcome.tsx';

const kindWord = (kind: string) => auditKinds[kind as AuditKind] ?? kind;

/** Where an item of a kind is looked at; each of these finds it by its id alone. */
const addresses: Readonly<Record<string, string>> = byKind(({ word }) => `/admin/${word}/$id`);

const ItemName = ({ row: { item, action } }: { row: AuditRow }) => {
	const name = item.name ?? (item.id === null ? '' : item.id.slice(0, 8));
	// A receipt is looked for in the list; a masked phone would find nothing.
	if (item.kind === 'transaction' && item.id !== null && item.name && !item.name.includes('*'))
		return (
			<LinkText to="/admin/transactions" search={{ search: item.name }}>
				{item.name}
			</LinkText>
		);
	const to = addresses[item.kind];
	if (item.id === null || !to || action === 'delete') return <span>{name}</span>;
	return (
		<LinkText to={to} params={{ id: item.id } as never}>
			{name}
		</LinkText>
	);
};

const Gone = ({ row: { details } }: { row: AuditRow }) => {
	const gone = (details?.gone ?? []) as { kind: string; id: string; name: string | null }[];
	if (gone.length === 0) return null;
	return (
		<details className={classes.values}>
			<summary>What went with it</summary>
			<ul className={classes.gone}>
				{gone.map(({ kind, id, name }) => (
					<li key={id}>
						<span className={classes.kind}>{kindWord(kind)}</span> {name ?? id}
					</li>
				))}
			</ul>
		</details>
	);
};

const Values = ({ row }: { row: AuditRow }) => {
	const { before, after, item } = row;
	if (!before && !after) return null;
	const differences = <Differences kind={item.kind} before={before} after={after} />;
	if (before && after) return differences;
	return (
		<details className={classes.values}>
			<summary>{before ? 'Its last values' : 'Its first values'}</summary>
			{differences}
		</details>
	);
};

export interface ShownEntry {
	/** It is one of a single item's history, so that the item need not be named. */
	own: boolean;
	/** Shows only what was done to the same item. */
	onNarrow?: ((row: AuditRow) => void) | undefined;
}

/** One thing that somebody did: what, who, when, from where, and what it changed. */
export const AuditEntry = ({
	row,
	own,
	onNarrow,
	children,
}: ShownEntry & { row: AuditRow; children?: ReactNode }) => {
	const { actor, item } = row;
	const operation = operationIn(row);
	const details = operation ? '' : detailWords(row).join(' ');
	return (
		<Entry action={row.action}>
			<p className={classes.title}>
				<strong>{operation?.words ?? did(row.action)}</strong>
				{!own && !operation && (
					<>
						{' '}
						{item.id !== null && <span className={classes.kind}>{kindWord(item.kind)}</span>}{' '}
						<span className={classes.name}>
							<ItemName row={row} />
						</span>
					</>
				)}
			</p>
			{!own && item.parents.length > 0 && (
				<p className={classes.place}>
					in {item.parents.map(({ name, id }) => name ?? id.slice(0, 8)).join(' / ')}
				</p>
			)}
			<p className={classes.who}>
				<Who actor={actor} />
				<At at={row.at} />
				{row.address && <span className="tabular">{row.address}</span>}
				{onNarrow && !operation && item.id !== null && (
					<button type="button" className={classes.narrow} onClick={() => onNarrow(row)}>
						Only this {kindWord(item.kind).toLowerCase()}
					</button>
				)}
			</p>
			{details && <p className={classes.detail}>{details}</p>}
			<OperationOutcome row={row} />
			<Gone row={row} />
			<Values row={row} />
			{children}
		</Entry>
	);
};
