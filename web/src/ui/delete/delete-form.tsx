import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { AnyResource } from '#shared/contract/resource.ts';
import { resources } from '#shared/contract/resources.ts';
import { deletionImpactQuery } from '../../api/deletion-impact.ts';
import { ConfirmForm } from '../dialog/confirm-dialog.tsx';
import { Skeleton } from '../loading/skeleton.tsx';
import { deletionImpactText, inTrashUntil } from './deletion-impact-text.ts';

type DeleteFormProps<T> = Omit<
	ComponentProps<typeof ConfirmForm<T>>,
	'about' | 'dangerous' | 'disabled'
> & {
	resource: AnyResource;
	/** The items to delete. */
	which: Parameters<typeof deletionImpactQuery>[1];
	several?: boolean;
};

/** Returns whether items of this kind can contain others. */
const holdsMore = ({ param }: AnyResource) =>
	Object.values(resources).some(({ path }) => path.includes(`:${param}/`));

/**
 * Asks before items are deleted, and shows what else the deletion removes and until when everything can be restored.
 * Does not ask the server about several items that cannot contain others.
 */
export const DeleteForm = <T,>(props: DeleteFormProps<T>) => {
	const { resource, which, several = false, ...question } = props;
	const asks = !several || holdsMore(resource);
	const { data, isPending } = useQuery({ ...deletionImpactQuery(resource, which), enabled: asks });
	const about = (
		<>
			{asks && (
				<div aria-live="polite" style={{ minHeight: 24, marginTop: 8 }}>
					{isPending ? (
						<Skeleton height={14} marginTop={6} width="75%" />
					) : (
						<Text fw={550}>{deletionImpactText(data)}</Text>
					)}
				</div>
			)}
			<Text size="sm" c="dimmed" mt={asks ? 4 : 8}>
				{inTrashUntil(data?.restorable_until, several)}
			</Text>
		</>
	);
	return <ConfirmForm {...question} about={about} dangerous disabled={asks && isPending} />;
};
