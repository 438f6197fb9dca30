import { Alert, Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRestore } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { fieldsOf, staleOf } from '../../api/api-error.ts';
import { Failed } from '../loading/failed.tsx';
import { FieldDiff, FieldList, ItemField } from './field-value.tsx';
import {
	formatVersionTime,
	listDifferingFields,
	type RestoreOptions,
	useRestoreVersion,
} from './use-restore-version.ts';

interface RestoreRefusedProps {
	failure: Error;
	/** The fields on screen, each of which shows its own message. */
	known: readonly string[];
	/** Restores the fields that were not refused. */
	onRestoreOthers: () => void;
}

const RestoreRefused = ({ failure, known, onRestoreOthers }: RestoreRefusedProps) => {
	const shared = { role: 'alert', icon: <IconAlertTriangle aria-hidden /> };
	if (staleOf(failure))
		return (
			<Alert {...shared} color="yellow" title="Someone else changed this item">
				Nothing was restored. Their changes are the newest version below. Check it, then restore
				again if you still want to.
			</Alert>
		);
	const refused = Object.keys(fieldsOf(failure));
	if (refused.length === 0 || !refused.every((field) => known.includes(field)))
		return <Failed error={failure} fallback="The version could not be restored" />;
	return (
		<Alert {...shared} color="red" title="Not restored">
			<Text inherit>See the errors next to the fields.</Text>
			<Button variant="default" size="xs" mt="sm" onClick={onRestoreOthers}>
				Restore the other fields
			</Button>
		</Alert>
	);
};

interface ChoiceProps {
	label: string;
	/** The versions that can be selected. */
	versions: readonly ItemVersion[];
	selected: ItemVersion;
	now: ItemVersion;
	onSelect: (version: number) => void;
	restoring: boolean;
	onRestore: () => void;
}

const Choice = ({ label, versions, selected, now, ...props }: ChoiceProps) => (
	<Stack gap={8} align="start">
		<NativeSelect
			w="100%"
			label={label}
			data={versions.map((each) => ({
				value: String(each.version),
				label: [
					`${each.version}${each === now ? ', now' : ''}: ${formatVersionTime(each)}`,
					...(each.by ? [each.by.name] : []),
				].join(', '),
			}))}
			value={String(selected.version)}
			onChange={({ currentTarget }) => props.onSelect(Number(currentTarget.value))}
		/>
		{selected !== now && listDifferingFields(selected.item, now.item).length > 0 && (
			<Button
				variant="light"
				size="xs"
				leftSection={<IconRestore size={16} aria-hidden />}
				loading={props.restoring}
				onClick={props.onRestore}
				title={`Restore the version of ${formatVersionTime(selected)}`}
			>
				Restore this version
			</Button>
		)}
	</Stack>
);

/**
 * Keeps the two selected versions. Until one is selected, they are the newest and the previous one, also when a newer
 * version arrives.
 */
const useSelectedVersions = (versions: readonly ItemVersion[]) => {
	const [selected, select] = useState<{ older?: number; newer?: number }>({});
	const indexOf = (version: number | undefined, fallback: number) => {
		const index = versions.findIndex((each) => each.version === version);
		return index < 0 ? fallback : index;
	};
	const newer = Math.min(indexOf(selected.newer, 0), versions.length - 2);
	const older = Math.max(indexOf(selected.older, newer + 1), newer + 1);
	return { newer, older, select };
};

interface CompareVersionsProps<R extends AnyResource> extends RestoreOptions<R> {
	/** At least two, newest first; the first is the current one. */
	versions: readonly ItemVersion[];
}

/** Renders two versions of an item field by field, and restores either of them. */
export const CompareVersions = <R extends AnyResource>(props: CompareVersionsProps<R>) => {
	const { resource, place, versions } = props;
	const { older: olderIndex, newer: newerIndex, select } = useSelectedVersions(versions);
	const [older, newer, now] = [versions[olderIndex], versions[newerIndex], versions[0]];
	const heading = useId();
	const { restore, restoring, failure, attempted, reset } = useRestoreVersion(props);
	if (!older || !newer || !now) return null;
	const selectVersion = (side: 'older' | 'newer') => (version: number) => {
		reset();
		select({ older: older.version, newer: newer.version, [side]: version });
	};
	// After a conflict, compares with the newest version, which was loaded by then.
	const restoreVersion = (version: ItemVersion) =>
		restore({ version, now }, { onError: () => select({ older: version.version }) });
	const differing = listDifferingFields(newer.item, older.item);
	const same = Object.keys(newer.item).filter((field) => !differing.includes(field));
	const refused = fieldsOf(failure);
	const label = (field: string) => resource.labels[field] ?? field;
	const value = (version: ItemVersion, field: string) => (
		<ItemField resource={resource} place={place} field={field} value={version.item[field]} />
	);
	return (
		<Stack gap="md">
			{failure && (
				<RestoreRefused
					failure={failure}
					known={Object.keys(now.item)}
					onRestoreOthers={() =>
						attempted && restore({ version: attempted, now, except: Object.keys(refused) })
					}
				/>
			)}
			<SimpleGrid cols={{ base: 1, sm: 2 }}>
				<Choice
					label="Older version"
					versions={versions.slice(newerIndex + 1)}
					selected={older}
					now={now}
					onSelect={selectVersion('older')}
					restoring={restoring}
					onRestore={() => restoreVersion(older)}
				/>
				<Choice
					label="Newer version"
					versions={versions.slice(0, olderIndex)}
					selected={newer}
					now={now}
					onSelect={selectVersion('newer')}
					restoring={restoring}
					onRestore={() => restoreVersion(newer)}
				/>
			</SimpleGrid>
			{differing.length === 0 ? (
				<Text c="dimmed">These two versions are the same.</Text>
			) : (
				<FieldList aria-label="Differences">
					{differing.map((field) => (
						<FieldDiff
							key={field}
							label={label(field)}
							before={value(older, field)}
							after={value(newer, field)}
							words={[`On ${formatVersionTime(older)}: `, `On ${formatVersionTime(newer)}: `]}
							error={refused[field]}
						/>
					))}
				</FieldList>
			)}
			{same.length > 0 && (
				<>
					<Text component="h3" id={heading} fz="sm" fw={550} c="dimmed">
						Same in both
					</Text>
					<FieldList aria-labelledby={heading}>
						{same.map((field) => (
							<FieldDiff key={field} label={label(field)} after={value(newer, field)} />
						))}
					</FieldList>
				</>
			)}
		</Stack>
	);
};
