import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { ContentKind } from '#shared/contract/resources.ts';
import { useMay } from '../../api/account.ts';
import { auditQuery, historyQuery } from '../../api/audit.ts';
import { AuditList } from './audit-list.tsx';
import type { OneItem } from './version-words.ts';
import classes from './versions.module.css';
import { Versions } from './versions.tsx';

const AllThatHappened = ({ kind, id }: { kind: ContentKind; id: string }) => {
	const all = auditQuery({ item_kind: kind, item_id: id });
	const own = historyQuery(kind, id);
	return (
		<AuditList
			query={useMay('audit:read') ? all : own}
			order={3}
			own
			empty={{
				title: 'Nothing is written down',
				text: 'What is done from now on will stand here.',
			}}
		/>
	);
};

const VIEWS = [
	{ value: 'versions', label: 'Versions' },
	{ value: 'all', label: 'All that happened' },
];

interface ItemHistoryProps<R extends AnyResource> extends OneItem<R> {
	onClose: () => void;
}

/** The versions of one item, to be compared and restored, or everything that was ever done to it. */
export const ItemHistory = <R extends AnyResource>(props: ItemHistoryProps<R>) => {
	const { resource, place, name, onClose } = props;
	const [view, show] = useState('versions');
	const id = (place as Record<string, string>)[resource.param] ?? '';
	return (
		<>
			<Text c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
				{name}
			</Text>
			<SegmentedControl
				aria-label="Show"
				className={classes.views}
				data={VIEWS}
				value={view}
				onChange={show}
			/>
			{view === 'versions' ? (
				<Versions resource={resource} place={place} id={id} name={name} onRestored={onClose} />
			) : (
				<AllThatHappened kind={resource.kind} id={id} />
			)}
		</>
	);
};
