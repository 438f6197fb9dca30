import { Box, Button, Group, Text } from '@mantine/core';
import { IconRestore, IconTrashX } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import type { Deletion } from '#shared/contract/content/trash.ts';
import { EDITORS_RESTORE } from '#shared/contract/platform/access.ts';
import { useMay } from '../../platform/api/account.ts';
import { inactive } from '../../platform/ui/controls.tsx';
import { useRestore } from '../../platform/ui/delete/use-restore.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { RowMenu } from '../../platform/ui/menu/menu.tsx';
import { usePublishLock } from '../../platform/ui/page/editors-only.ts';
import { kindIcons } from '../../platform/ui/page/kind-icons.ts';
import { useWide } from '../../platform/ui/row.tsx';
import {
	describeCounts,
	formatTimeLeft,
	getDeletionLabel,
	getDeletionName,
} from './deletion-words.ts';

/** Moves the focus from a removed row to the next one, or to the heading. */
const focusNextRow = (row: Element | null) => {
	const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
	const target = neighbour?.querySelector<HTMLElement>('button') ?? document.querySelector('h1');
	target?.focus({ preventScroll: true });
};

interface TrashRowProps {
	deletion: Deletion;
	onPurge: () => void;
}

/** Renders a deletion: name, place, author, dates and actions. */
export const TrashRow = ({ deletion, onPurge }: TrashRowProps) => {
	const { id, kind, at: deletedAt, by: person, path, until } = deletion;
	const [restoring, setRestoring] = useState(false);
	const mayPurge = useMay('trash:purge');
	const restore = useRestore();
	const lock = usePublishLock() && deletion.published ? EDITORS_RESTORE : undefined;
	const [label, name, goods] = [
		getDeletionLabel(deletion),
		getDeletionName(deletion),
		describeCounts(deletion),
	];
	const [parent, above] = [path.at(-1), path.slice(0, -1)];
	const Icon = kindIcons[kind];
	const wide = useWide();
	const when = formatMoment(deletedAt);
	const left = (
		<Text inherit c="dimmed" className="tabular" title={`Until ${formatMoment(until)}`}>
			{formatTimeLeft(deletion)}
		</Text>
	);
	const bringBack = async (event?: SyntheticEvent) => {
		const row = event?.currentTarget.closest('li') ?? null;
		setRestoring(true);
		const back = await restore({ deletion: id, label, name });
		setRestoring(false);
		if (back && row?.contains(document.activeElement)) focusNextRow(row);
	};
	return (
		<Group
			component="li"
			wrap="nowrap"
			gap={wide ? 16 : 8}
			p={wide ? '10px 12px 10px 20px' : '8px 4px 8px 14px'}
			fz="sm"
		>
			<Icon size={20} stroke={1.6} aria-hidden className="quiet" />
			<Box flex={1} miw={0}>
				<Text inherit lineClamp={wide ? 1 : 2} title={name}>
					<Text span fz={15} fw={600}>
						{name}
					</Text>{' '}
					{goods}
				</Text>
				<Group gap={12} wrap="nowrap" fz={13} c="dimmed">
					<Text inherit truncate flex={1} title={path.join(' / ')}>
						{wide &&
							parent !== undefined &&
							`${label} in ${above.map((each) => `${each} / `).join('')}`}
						{parent ?? label}
					</Text>
					{!wide && left}
				</Group>
			</Box>
			{wide && (
				<>
					<Box component="p" flex="0 1 13rem" miw="9rem" fz={13} c="dimmed">
						<Text inherit truncate>
							{person.name}
						</Text>
						<time dateTime={deletedAt}>{when}</time>
					</Box>
					<Box w="7.5rem" fz={13}>
						{left}
					</Box>
				</>
			)}
			<Group gap={4} wrap="nowrap" justify="end">
				<Button
					variant={wide ? 'default' : 'subtle'}
					size="xs"
					px={wide ? 14 : 6}
					leftSection={wide && <IconRestore size={16} aria-hidden />}
					aria-label={`Restore ${name}`}
					loading={restoring}
					{...(lock ? { ...inactive, title: lock } : { onClick: (event) => void bringBack(event) })}
				>
					Restore
				</Button>
				{mayPurge && (
					<RowMenu
						label={`Actions for ${name}`}
						note={`Deleted by ${person.name}, ${when}`}
						actions={[
							{ words: 'Delete permanently', icon: IconTrashX, dangerous: true, onClick: onPurge },
						]}
					/>
				)}
			</Group>
		</Group>
	);
};
