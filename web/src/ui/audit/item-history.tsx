import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { ContentKind } from '#shared/contract/resources.ts';
import { useMay } from '../../api/account.ts';
import { auditQuery, historyQuery } from '../../api/audit.ts';
import { AuditList } from './audit-list.tsx';
import type { OneItem } from './use-restore-version.ts';
import { Versions } from './versions.tsx';

const Activity = ({ kind, id }: { kind: ContentKind; id: string }) => {
	const withAddresses = auditQuery({ item_kind: kind, item_id: id });
	const withoutAddresses = historyQuery(kind, id);
	return (
		<AuditList
			query={useMay('audit:read') ? withAddresses : withoutAddresses}
			order={3}
			own
			empty={{ title: 'No activity yet', text: 'Every change from now on is listed here.' }}
		/>
	);
};

const VIEWS = [
	{ value: 'versions', label: 'Versions' },
	{ value: 'activity', label: 'Activity' },
];

interface ItemHistoryProps<R extends AnyResource> extends OneItem<R> {
	onClose: () => void;
}

/** Renders the versions of an item, to compare and restore, or everything that was done to it. */
export const ItemHistory = <R extends AnyResource>(props: ItemHistoryProps<R>) => {
	const { resource, place, name, onClose } = props;
	const [view, setView] = useState('versions');
	const id = (place as Record<string, string>)[resource.param] ?? '';
	return (
		<>
			<Text c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
				{name}
			</Text>
			<SegmentedControl
				aria-label="Show"
				mb="md"
				w={{ base: '100%', sm: 'auto' }}
				data={VIEWS}
				value={view}
				onChange={setView}
			/>
			{view === 'versions' ? (
				<Versions resource={resource} place={place} id={id} name={name} onRestored={onClose} />
			) : (
				<Activity kind={resource.kind} id={id} />
			)}
		</>
	);
};
