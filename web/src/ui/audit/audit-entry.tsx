import {
	IconArrowsSort,
	IconBan,
	IconCash,
	IconCopy,
	IconDownload,
	IconEye,
	IconFileImport,
	IconFolderSymlink,
	IconListCheck,
	IconLock,
	IconLockOpen,
	IconLogin2,
	IconLogout2,
	IconPencil,
	IconPlus,
	IconQuestionMark,
	IconTrash,
	IconTrashOff,
	IconTrashX,
	IconUpload,
	type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { roleLabel } from '#shared/contract/access.ts';
import type { AuditRow } from '#shared/contract/audit.ts';
import { type AuditAction, auditActions, auditKinds } from '#shared/contract/audit-query.ts';
import { byKind } from '#shared/contract/resources.ts';
import { inEastAfrica } from '../dates.ts';
import { LinkText } from '../links.tsx';
import classes from './audit.module.css';
import { detailWords } from './detail-words.ts';
import { Differences } from './differences.tsx';
import { OperationOutcome, operationIn } from './operation-outcome.tsx';

const icons: Readonly<Record<AuditAction, TablerIcon>> = {
	create: IconPlus,
	copy: IconCopy,
	update: IconPencil,
	reorder: IconArrowsSort,
	delete: IconTrash,
	restore: IconTrashOff,
	purge: IconTrashX,
	move: IconFolderSymlink,
	bulk: IconListCheck,
	upload: IconUpload,
	import: IconFileImport,
	export: IconDownload,
	request: IconCash,
	check: IconQuestionMark,
	settle: IconPencil,
	adjust: IconPencil,
	assign: IconPencil,
	review: IconQuestionMark,
	close: IconLock,
	reopen: IconLockOpen,
	reveal: IconEye,
	sign_in: IconLogin2,
	sign_out: IconLogout2,
	sign_in_refused: IconBan,
	refused: IconBan,
	limited: IconBan,
};

const word = (words: Readonly<Record<string, string>>, name: string) => words[name] ?? name;

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
						<span className={classes.kind}>{word(auditKinds, kind)}</span> {name ?? id}
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

/** One row of the trail: the sign of what was done, and beside it what there is to say. */
export const Entry = ({ action, children }: { action: string; children: ReactNode }) => {
	const Icon = icons[action as AuditAction] ?? IconPencil;
	return (
		<li className={classes.entry} data-action={action}>
			<span className={classes.icon}>
				<Icon size={18} stroke={1.6} aria-hidden />
			</span>
			<div className={classes.body}>{children}</div>
		</li>
	);
};

/** Who did it, as they were called then. */
export const Who = ({ actor }: Pick<AuditRow, 'actor'>) => (
	<span>
		{actor.name}
		{actor.role && ` (${roleLabel(actor.role)})`}
	</span>
);

/** The time of day of a row; its day stands above it. */
export const At = ({ at }: Pick<AuditRow, 'at'>) => (
	<time dateTime={at} className="tabular">
		{inEastAfrica(at, 'hh:mm:ss a')}
	</time>
);

/** What was done, in a word. */
export const did = (action: string) => word(auditActions, action);

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
						{item.id !== null && (
							<span className={classes.kind}>{word(auditKinds, item.kind)}</span>
						)}{' '}
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
						Only this {word(auditKinds, item.kind).toLowerCase()}
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
