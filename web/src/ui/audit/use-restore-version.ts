import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnyResource, PlaceOf } from '#shared/contract/resource.ts';
import type { ItemVersion } from '#shared/contract/versions.ts';
import { staleOf } from '../../api/api-error.ts';
import { useSave } from '../../api/mutations.ts';
import { notify, notifyFailure } from '../notifications/notifications.tsx';
import { differingFields, type OneItem, versionTime } from './version-words.ts';

type Fields = ItemVersion['item'];

const pick = (from: Fields, names: readonly string[]): Fields =>
	Object.fromEntries(names.map((name) => [name, from[name]]));

interface Restoring {
	version: ItemVersion;
	/** How the item is now. */
	now: ItemVersion;
	/** Fields that stay as they are now. */
	except?: readonly string[];
}

export interface RestoreOptions<R extends AnyResource> extends OneItem<R> {
	onRestored: () => void;
}

/**
 * Gives an item the fields of an earlier version, by an ordinary save over the version that is shown as the
 * present one, and offers to take that back by another.
 */
export const useRestoreVersion = <R extends AnyResource>(options: RestoreOptions<R>) => {
	const { resource, place, name, onRestored } = options;
	const client = useQueryClient();
	const id = (place as Record<string, string>)[resource.param] ?? '';
	const save = useSave(resource, place as unknown as PlaceOf<R>);

	const write = async (update: Fields, over: number) => {
		const saved = await save.mutateAsync({ id, update: update as never, version: over });
		void client.invalidateQueries({ queryKey: ['versions', resource.word, id] });
		void client.invalidateQueries({ queryKey: ['audit'] });
		return saved.version;
	};

	const takeBack = async (before: Fields, over: number) => {
		try {
			await write(before, over);
			notify({ good: true, title: 'The version from before is back', message: name });
		} catch (error) {
			if (!staleOf(error)) return notifyFailure(error, 'The restore could not be taken back');
			notify({
				title: 'Somebody has changed this since',
				message: `${name} stays as they saved it. Its versions are in its history.`,
			});
		}
	};

	const restore = useMutation({
		mutationFn: async ({ version, now, except = [] }: Restoring) => {
			const names = differingFields(version.item, now.item).filter(
				(field) => !except.includes(field),
			);
			const over = await write(pick(version.item, names), now.version);
			return { over, before: pick(now.item, names), version };
		},
		onSuccess: ({ over, before, version }) => {
			onRestored();
			notify({
				good: true,
				title: `Version of ${versionTime(version)} restored`,
				message: String(version.item.name ?? name),
				action: { label: 'Undo', run: () => void takeBack(before, over) },
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
		/** The version that was not restored. */
		tried: restore.variables?.version,
		forget: restore.reset,
	};
};
