import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { DeletionForecast } from '#shared/contract/deletion-impact.ts';
import { deletionImpactText, inTrashUntil } from './deletion-impact-text.ts';

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
					<Skeleton h={14} mt={6} w="75%" />
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
