import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { DeletionForecast } from '#shared/contract/deletion-impact.ts';
import { deletionImpactText, inTrashUntil } from './deletion-impact-text.ts';
import { Skeleton } from './skeleton.tsx';

interface ImpactNoteProps {
	/** What goes with it; undefined where nothing can. */
	impact: Pick<UseQueryResult<DeletionForecast | undefined>, 'data' | 'isPending'> | undefined;
	several?: boolean;
}

/** What goes with something that is deleted, as soon as that is known, and until when all of it can be restored. */
export const ImpactNote = ({ impact, several = false }: ImpactNoteProps) => (
	<>
		{impact && (
			<div aria-live="polite" style={{ minHeight: 24, marginTop: 8 }}>
				{impact.isPending ? (
					<Skeleton height={14} marginTop={6} width="75%" />
				) : (
					<Text fw={550}>{deletionImpactText(impact.data, several)}</Text>
				)}
			</div>
		)}
		<Text size="sm" c="dimmed" mt={impact ? 4 : 8}>
			{inTrashUntil(impact?.data?.restorable_until, several)}
		</Text>
	</>
);
