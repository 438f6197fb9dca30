import { Anchor, Group, List, Text } from '@mantine/core';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { mapByKind } from '#shared/contract/content/resources.ts';
import { getRoleLabel } from '#shared/contract/platform/access.ts';
import {
	type AuditAction,
	type AuditKind,
	type AuditRow,
	auditActions,
	auditKinds,
} from '#shared/contract/platform/audit.ts';
import { UndoButton } from '../delete/undo-operations.tsx';
import { formatInstant } from '../format/dates.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkText } from '../page/links.tsx';
import classes from './audit.module.css';
import { listDetails, readOperation } from './details.ts';
import { ChangedFields } from './field-value.tsx';
import { UndoSwitch } from './undo-here.tsx';

const filterButton = {
	component: 'button',
	type: 'button',
	inherit: true,
	className: classes.target ?? '',
} as const;

const getKindLabel = (kind: string) => auditKinds[kind as AuditKind] ?? kind;

/** The page of an item of each kind; each redirects from the id alone. */
const addresses: Readonly<Record<string, string>> = mapByKind(({ slug }) => `/admin/${slug}/$id`);

const ItemName = ({ row: { item, action } }: { row: AuditRow }) => {
	const name = item.name ?? item.id?.slice(0, 8) ?? '';
	// The list of payments finds a receipt, but not a masked phone number.
	if (item.kind === 'transaction' && item.name && !item.name.includes('*'))
		return (
			<LinkText to="/admin/transactions" search={{ search: item.name }}>
				{name}
			</LinkText>
		);
	const to = addresses[item.kind];
	if (item.id === null || !to || action === 'delete') return name;
	return (
		<LinkText to={to} params={{ id: item.id } as never}>
			{name}
		</LinkText>
	);
};

const Summary = ({ children }: { children: string }) => (
	<Text component="summary" fz="sm" c="dimmed" w="fit-content" mt={4} className={classes.target}>
		{children}
	</Text>
);

const DeletedWithIt = ({ row: { details } }: { row: AuditRow }) => {
	const deletedItems = (details?.gone ?? []) as { kind: string; id: string; name: string | null }[];
	if (deletedItems.length === 0) return null;
	return (
		<details>
			<Summary>Deleted with it</Summary>
			<List size="sm">
				{deletedItems.map(({ kind, id, name }) => (
					<List.Item key={id}>
						{getKindLabel(kind)} {name ?? id}
					</List.Item>
				))}
			</List>
		</details>
	);
};

const Values = ({ row }: { row: AuditRow }) => {
	if (!row.before && !row.after) return null;
	if (row.before && row.after) return <ChangedFields row={row} />;
	return (
		<details>
			<Summary>{row.before ? 'Last values' : 'First values'}</Summary>
			<ChangedFields row={row} />
		</details>
	);
};

interface AuditEntryProps {
	row: AuditRow;
	/** The kind of the item, in the history of that item; leaves out its name. */
	resource: AnyResource | undefined;
	/** In the history of an item: the change that published it, which can be undone. */
	isCurrent: boolean;
	/** The operations that have a row of their own in the same list. */
	listed: ReadonlySet<string>;
	/** Filters the trail by an item, or by one bulk action or import. */
	onFilter?:
		| ((filter: { item_kind?: string; item_id?: string; operation?: string }) => void)
		| undefined;
}

/** Renders the button that undoes what a row records, if the API can undo it. */
const RowUndo = ({ row, resource, isCurrent, listed }: Omit<AuditEntryProps, 'onFilter'>) => {
	const operation = readOperation(row);
	const partOf = row.details?.operation;
	if (operation)
		return (
			operation.action !== 'undo' && (
				<UndoButton
					variant="light"
					mt={8}
					operations={operation.ids}
					aria-label={`Undo: ${operation.summary}`}
				/>
			)
		);
	if (!resource) return null;
	if (typeof partOf === 'string')
		return (
			!listed.has(partOf) && <UndoButton variant="light" mt={8} operations={[partOf]} counts />
		);
	return isCurrent && <UndoSwitch row={row} resource={resource} />;
};

/** Renders one row of the audit trail: who did what and when, and the fields that changed. */
export const AuditEntry = (props: AuditEntryProps) => {
	const { row, resource, onFilter } = props;
	const mayEdit = useMayEdit();
	const { actor, item } = row;
	const operation = readOperation(row);
	const isGroup = item.kind === 'operation' || item.kind === 'catalogue';
	const details = listDetails(row);
	const operationId = operation?.ids[0] ?? (isGroup && row.details?.operation);
	return (
		<li className={classes.entry}>
			<Text fz={15}>
				<strong>
					{operation?.summary ?? auditActions[row.action as AuditAction] ?? row.action}
				</strong>
				{!resource && item.kind !== 'operation' && (
					<>
						{' '}
						{item.id !== null && (
							<Text span inherit c="dimmed">
								{getKindLabel(item.kind)}{' '}
							</Text>
						)}
						<ItemName row={row} />
					</>
				)}
			</Text>
			{!resource && item.parents.length > 0 && (
				<Text fz="sm" c="dimmed">
					in {item.parents.map(({ name, id }) => name ?? id.slice(0, 8)).join(' / ')}
				</Text>
			)}
			<Group gap="0 14px" fz="sm" c="dimmed">
				<Text span inherit c="var(--mantine-color-text)">
					{actor.name}
					{actor.role && ` (${getRoleLabel(actor.role)})`}
				</Text>
				<time dateTime={row.at} className="tabular">
					{formatInstant(row.at, 'HH:mm:ss')}
				</time>
				{row.address && <span className="tabular">{row.address}</span>}
				{onFilter && typeof operationId === 'string' && (
					<Anchor {...filterButton} onClick={() => onFilter({ operation: operationId })}>
						Show each item
					</Anchor>
				)}
				{onFilter && !isGroup && item.id !== null && (
					<Anchor
						{...filterButton}
						onClick={() => onFilter({ item_kind: item.kind, item_id: String(item.id) })}
					>
						Only this {getKindLabel(item.kind).toLowerCase()}
					</Anchor>
				)}
			</Group>
			{details.length > 0 && (
				<Text fz="sm" mt={4}>
					{details.join(' · ')}
				</Text>
			)}
			{operation?.failed && (
				<Text fz="sm" mt={4}>
					Not changed: {operation.failed}.
				</Text>
			)}
			{mayEdit && <RowUndo {...props} />}
			<DeletedWithIt row={row} />
			<Values row={row} />
		</li>
	);
};
