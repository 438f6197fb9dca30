import {
	IconBan,
	IconCash,
	IconDownload,
	IconFileImport,
	IconLogin2,
	IconLogout2,
	IconPencil,
	IconPlus,
	IconQuestionMark,
	IconTrash,
	IconUpload,
	type TablerIcon,
} from '@tabler/icons-react';
import { roleLabel } from '#shared/contract/access.ts';
import {
	type AuditAction,
	type AuditRow,
	auditActions,
	auditKinds,
} from '#shared/contract/audit.ts';
import { byKind } from '#shared/contract/resources.ts';
import { inEastAfrica } from '../dates.ts';
import { LinkText } from '../links.tsx';
import classes from './audit.module.css';
import { detailWords } from './detail-words.ts';
import { Differences } from './differences.tsx';

const icons: Readonly<Record<AuditAction, TablerIcon>> = {
	create: IconPlus,
	update: IconPencil,
	delete: IconTrash,
	upload: IconUpload,
	import: IconFileImport,
	export: IconDownload,
	request: IconCash,
	check: IconQuestionMark,
	settle: IconPencil,
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
			<LinkText to="/admin/transactions" search={{ search: item.name }} inherit>
				{item.name}
			</LinkText>
		);
	const to = addresses[item.kind];
	if (item.id === null || !to || action === 'delete') return <span>{name}</span>;
	return (
		<LinkText to={to} params={{ id: item.id } as never} inherit>
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

interface AuditEntryProps {
	row: AuditRow;
	/** It is one of a single item's history, so that the item need not be named. */
	own: boolean;
	/** Shows only what was done to the same item. */
	onNarrow?: ((row: AuditRow) => void) | undefined;
}

/** One thing that somebody did: what, who, when, from where, and what it changed. */
export const AuditEntry = ({ row, own, onNarrow }: AuditEntryProps) => {
	const Icon = icons[row.action as AuditAction] ?? IconPencil;
	const { actor, item } = row;
	const details = detailWords(row).join(' ');
	return (
		<li className={classes.entry} data-action={row.action}>
			<span className={classes.icon}>
				<Icon size={18} stroke={1.6} aria-hidden />
			</span>
			<div className={classes.body}>
				<p className={classes.title}>
					<strong>{word(auditActions, row.action)}</strong>
					{!own && (
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
					<span>
						{actor.name}
						{actor.role && ` (${roleLabel(actor.role)})`}
					</span>
					<time dateTime={row.at} className="tabular">
						{inEastAfrica(row.at, 'hh:mm:ss a')}
					</time>
					{row.address && <span className="tabular">{row.address}</span>}
					{onNarrow && item.id !== null && (
						<button type="button" className={classes.narrow} onClick={() => onNarrow(row)}>
							Only this {word(auditKinds, item.kind).toLowerCase()}
						</button>
					)}
				</p>
				{details && <p className={classes.detail}>{details}</p>}
				<Gone row={row} />
				<Values row={row} />
			</div>
		</li>
	);
};
