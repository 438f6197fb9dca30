import { Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { AnyResource, ItemPlaceOf } from '#shared/contract/content/resource.ts';
import type { ItemVersion } from '#shared/contract/content/versions.ts';
import { inactive } from '../controls.tsx';
import { formatMoment } from '../format/dates.ts';
import { useChangeLock } from '../page/editors-only.ts';
import { FieldDiff, FieldList, ItemField } from './field-value.tsx';

type Fields = ItemVersion['item'];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the names of the fields of `a` that have another value in `b`. */
const listDifferingFields = (a: Fields, b: Fields) =>
	Object.keys(a).filter((name) => !isSame(a[name], b[name]));

/** Formats the time at which a version was saved: '23 Nov 2026, 16:13'. */
export const formatVersionTime = ({ at }: Pick<ItemVersion, 'at'>) => formatMoment(at);

interface ChoiceProps {
	label: string;
	/** The versions that can be selected. */
	versions: readonly ItemVersion[];
	selected: ItemVersion;
	now: ItemVersion;
	onSelect: (version: number) => void;
	onRestore: () => void;
}

const Choice = ({ label, versions, selected, now, ...props }: ChoiceProps) => {
	const lock = useChangeLock(now.item);
	return (
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
					{...(lock
						? { ...inactive, title: lock }
						: {
								onClick: props.onRestore,
								title: `Restore the version of ${formatVersionTime(selected)}`,
							})}
				>
					Restore this version
				</Button>
			)}
		</Stack>
	);
};

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

/** The item that a history is about. */
export interface OneItem<R extends AnyResource> {
	resource: R;
	/** The ids of its parents and its own id. */
	place: ItemPlaceOf<R>;
}

interface CompareVersionsProps<R extends AnyResource> extends OneItem<R> {
	/** Opens the form of the item with the values of a version. */
	onRestore: (version: ItemVersion) => void;
	/** At least two, newest first; the first is the current one. */
	versions: readonly ItemVersion[];
}

/** Renders two versions of an item field by field, and offers to restore either of them. */
export const CompareVersions = <R extends AnyResource>(props: CompareVersionsProps<R>) => {
	const { resource, place, versions, onRestore } = props;
	const { older: olderIndex, newer: newerIndex, select } = useSelectedVersions(versions);
	const [older, newer, now] = [versions[olderIndex], versions[newerIndex], versions[0]];
	const heading = useId();
	if (!older || !newer || !now) return null;
	const selectVersion = (side: 'older' | 'newer') => (version: number) =>
		select({ older: older.version, newer: newer.version, [side]: version });
	const differing = listDifferingFields(newer.item, older.item);
	const same = Object.keys(newer.item).filter((field) => !differing.includes(field));
	const label = (field: string) => resource.labels[field] ?? field;
	const value = (version: ItemVersion, field: string) => (
		<ItemField resource={resource} place={place} field={field} value={version.item[field]} />
	);
	return (
		<Stack gap="md">
			<SimpleGrid cols={{ base: 1, sm: 2 }}>
				<Choice
					label="Older version"
					versions={versions.slice(newerIndex + 1)}
					selected={older}
					now={now}
					onSelect={selectVersion('older')}
					onRestore={() => onRestore(older)}
				/>
				<Choice
					label="Newer version"
					versions={versions.slice(0, olderIndex)}
					selected={newer}
					now={now}
					onSelect={selectVersion('newer')}
					onRestore={() => onRestore(newer)}
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
						/>
					))}
				</FieldList>
			)}
			{same.length > 0 && (
				<>
					<Text component="h3" id={heading} fz="sm" fw={500} c="dimmed">
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
