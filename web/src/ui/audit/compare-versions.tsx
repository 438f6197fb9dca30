import { Button, NativeSelect, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { fieldsOf } from '../../api/api-error.ts';
import { FieldPair } from './field-pair.tsx';
import { RestoreRefused } from './restore-refused.tsx';
import { type RestoreOptions, useRestoreVersion } from './use-restore-version.ts';
import { differingFields, versionTime, versionWords } from './version-words.ts';
import classes from './versions.module.css';

interface ChoiceProps {
	label: string;
	/** Those that may be chosen. */
	versions: readonly ItemVersion[];
	chosen: ItemVersion;
	now: ItemVersion;
	onChoose: (version: number) => void;
	restoring: boolean;
	onRestore: () => void;
}

/** One of the two versions that are compared, and what can be done with it. */
const Choice = ({ label, versions, chosen, now, ...props }: ChoiceProps) => (
	<div className={classes.choice}>
		<NativeSelect
			label={label}
			data={versions.map((each) => ({
				value: String(each.version),
				// By its number first: those of one minute read the same, and a phone has no room for the rest.
				label: `${each.version}${each === now ? ', now' : ''}: ${versionWords(each)}`,
			}))}
			value={String(chosen.version)}
			onChange={({ currentTarget }) => props.onChoose(Number(currentTarget.value))}
		/>
		{chosen !== now && differingFields(chosen.item, now.item).length > 0 && (
			<Button
				variant="light"
				size="xs"
				leftSection={<IconRestore size={16} aria-hidden />}
				loading={props.restoring}
				onClick={props.onRestore}
				title={`Restore the version of ${versionTime(chosen)}`}
			>
				Restore this version
			</Button>
		)}
	</div>
);

interface CompareVersionsProps<R extends AnyResource> extends RestoreOptions<R> {
	/** Two at least, newest first; the first is how the item is now. */
	versions: readonly ItemVersion[];
}

/**
 * The two that are compared. Until something is chosen: the newest and the one before it, also when a newer one
 * comes in; a version that is no longer kept gives way to these.
 */
const useTwo = (versions: readonly ItemVersion[]) => {
	const [chosen, choose] = useState<{ older?: number; newer?: number }>({});
	const at = (version: number | undefined, usual: number) => {
		const found = versions.findIndex((each) => each.version === version);
		return found < 0 ? usual : found;
	};
	const newer = Math.min(at(chosen.newer, 0), versions.length - 2);
	const older = Math.max(at(chosen.older, newer + 1), newer + 1);
	return { newer, older, choose };
};

/** Two versions of an item side by side, what differs marked, and the way back to either. */
export const CompareVersions = <R extends AnyResource>(props: CompareVersionsProps<R>) => {
	const { resource, place, versions } = props;
	const { older: olderAt, newer: newerAt, choose } = useTwo(versions);
	const [older, newer, now] = [versions[olderAt], versions[newerAt], versions[0]];
	const heading = useId();
	const { restore, restoring, failure, tried, forget } = useRestoreVersion(props);
	if (!older || !newer || !now) return null;
	const pick = (side: 'older' | 'newer') => (version: number) => {
		forget();
		choose({ older: older.version, newer: newer.version, [side]: version });
	};
	// What stood against it may be newer: that one is compared then.
	const bringBack = (version: ItemVersion) =>
		restore({ version, now }, { onError: () => choose({ older: version.version }) });
	const differing = differingFields(newer.item, older.item);
	const same = Object.keys(newer.item).filter((field) => !differing.includes(field));
	const refused = fieldsOf(failure);
	const shared = { restoring, now };
	const pair = (field: string) => (
		<FieldPair
			key={field}
			resource={resource}
			place={place as Record<string, string>}
			field={field}
			older={older}
			newer={newer}
			differs={differing.includes(field)}
			refused={refused[field]}
		/>
	);
	return (
		<>
			<RestoreRefused
				failure={failure}
				known={Object.keys(now.item)}
				onTheRest={() => tried && restore({ version: tried, now, except: Object.keys(refused) })}
			/>
			<div className={classes.choices}>
				<Choice
					{...shared}
					label="Older version"
					versions={versions.slice(newerAt + 1)}
					chosen={older}
					onChoose={pick('older')}
					onRestore={() => bringBack(older)}
				/>
				<Choice
					{...shared}
					label="Newer version"
					versions={versions.slice(0, olderAt)}
					chosen={newer}
					onChoose={pick('newer')}
					onRestore={() => bringBack(newer)}
				/>
			</div>
			{differing.length === 0 ? (
				<Text inherit c="dimmed">
					These two versions say the same.
				</Text>
			) : (
				<dl className={classes.pairs} aria-label="What differs">
					{differing.map(pair)}
				</dl>
			)}
			{same.length > 0 && (
				<>
					<h3 id={heading} className={classes.same}>
						The same in both
					</h3>
					<dl className={classes.pairs} aria-labelledby={heading}>
						{same.map(pair)}
					</dl>
				</>
			)}
		</>
	);
};
