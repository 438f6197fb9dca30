import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnyResource, ItemPlaceOf, PlaceOf } from '#shared/contract/resource.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { staleOf } from '../../api/api-error.ts';
import { useSave } from '../../api/mutations.ts';
import { DAY, inEastAfrica, TIME } from '../dates/dates.ts';
import { notify, notifyFailure } from '../notifications/notifications.tsx';

/** The item that a history is about. */
export interface OneItem<R extends AnyResource> {
	resource: R;
	/** The ids of its parents and its own id. */
	place: ItemPlaceOf<R>;
	/** Its current name. */
	name: string;
}

type Fields = ItemVersion['item'];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the names of the fields of `a` that have another value in `b`. */
export const listDifferingFields = (a: Fields, b: Fields) =>
	Object.keys(a).filter((name) => !isSame(a[name], b[name]));

/** Formats the time at which a version was saved: 'Nov 23, 2026 at 04:13 PM'. */
export const formatVersionTime = ({ at }: Pick<ItemVersion, 'at'>) =>
	inEastAfrica(at, `${DAY} 'at' ${TIME}`);

const pick = (from: Fields, names: readonly string[]): Fields =>
	Object.fromEntries(names.map((name) => [name, from[name]]));

interface Restoring {
	version: ItemVersion;
	/** The current version. */
	now: ItemVersion;
	/** Fields that keep their current values. */
	except?: readonly string[];
}

export interface RestoreOptions<R extends AnyResource> extends OneItem<R> {
	onRestored: () => void;
}

/**
 * Restores the fields of an earlier version with an ordinary save (`If-Match` of the current version), and offers
 * Undo, which saves the previous values again.
 */
export const useRestoreVersion = <R extends AnyResource>(options: RestoreOptions<R>) => {
	const { resource, place, name, onRestored } = options;
	const client = useQueryClient();
	const id = (place as Record<string, string>)[resource.param] ?? '';
	const save = useSave(resource, place as unknown as PlaceOf<R>);

	const write = async (update: Fields, version: number) => {
		const saved = await save.mutateAsync({ id, update: update as never, version });
		void client.invalidateQueries({ queryKey: ['versions', resource.word, id] });
		void client.invalidateQueries({ queryKey: ['audit'] });
		return saved.version;
	};

	const undoRestore = async (previousFields: Fields, writtenVersion: number) => {
		try {
			await write(previousFields, writtenVersion);
			notify({ good: true, title: 'Restore undone', message: name });
		} catch (error) {
			if (!staleOf(error)) return notifyFailure(error, 'Could not undo the restore');
			notify({
				title: 'Not undone: someone else changed this item',
				message: `“${name}” keeps their changes. Compare the versions in its history.`,
			});
		}
	};

	const restore = useMutation({
		mutationFn: async ({ version, now, except = [] }: Restoring) => {
			const names = listDifferingFields(version.item, now.item).filter(
				(field) => !except.includes(field),
			);
			const writtenVersion = await write(pick(version.item, names), now.version);
			return { writtenVersion, previousFields: pick(now.item, names), version };
		},
		onSuccess: ({ writtenVersion, previousFields, version }) => {
			onRestored();
			notify({
				good: true,
				title: `Version of ${formatVersionTime(version)} restored`,
				message: String(version.item.name ?? name),
				action: { label: 'Undo', run: () => void undoRestore(previousFields, writtenVersion) },
			});
		},
		onError: (error) => {
			if (staleOf(error))
				void client.invalidateQueries({ queryKey: ['versions', resource.word, id] });
		},
	});
	const { error } = restore;
	return {
		restore: restore.mutate,
		restoring: restore.isPending,
		failure: error ?? undefined,
		/** The version of the last attempt. */
		attempted: restore.variables?.version,
		reset: restore.reset,
	};
};
