import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import type { AuditRow } from '#shared/contract/platform/audit.ts';
import type { buildAuditQuery } from '../../api/audit.ts';
import { buildItemOperationsQuery } from '../../api/operations.ts';
import { UndoButton } from '../delete/undo-operations.tsx';
import { formatMoment } from '../format/dates.ts';
import { unpublish } from '../selection/bulk.ts';
import { readOperation, summarizeOperation } from './details.ts';

interface UndoableOperationsProps {
	itemId: string;
	/** The history of the item, whose rows have an Undo of their own. */
	history: ReturnType<typeof buildAuditQuery>;
}

/** Lists the bulk actions on an item and on what is under it that can be undone. */
export const UndoableOperations = ({ itemId, history }: UndoableOperationsProps) => {
	const { data } = useQuery(buildItemOperationsQuery(itemId));
	const rows = useInfiniteQuery(history).data;
	const listed = new Set<unknown>(
		rows?.flatMap((row) => readOperation(row)?.ids ?? row.details?.operation ?? []),
	);
	const undoable =
		data?.data.filter((each) => each.undo_until !== null && !listed.has(each.operation)) ?? [];
	if (undoable.length === 0) return null;
	return (
		<Stack component="ul" className="boxed ruled" gap={0} mb="lg" aria-label="Can be undone">
			{undoable.map((each) => (
				<Group component="li" key={each.operation} gap="xs" px={14} py={8}>
					<Text span fz="sm" fw={500}>
						{summarizeOperation(each)}
					</Text>
					<Text span fz="sm" c="dimmed" mr="auto">
						{each.by.name} · {formatMoment(each.at)}
					</Text>
					<UndoButton
						variant="light"
						operations={[each.operation]}
						aria-label={`Undo: ${summarizeOperation(each)}`}
					/>
				</Group>
			))}
		</Stack>
	);
};

/** Renders the button that makes an item a draft again, next to the newest change that published it. */
export const UndoSwitch = ({ row, resource }: { row: AuditRow; resource: AnyResource }) => {
	const client = useQueryClient();
	const { id, name } = row.item;
	const undo = useMutation({
		mutationFn: () => unpublish(client, [{ resource, rows: [{ id: id ?? '', name: name ?? '' }] }]),
	});
	return (
		<Button
			size="xs"
			variant="light"
			mt={8}
			leftSection={<IconArrowBackUp size={16} aria-hidden />}
			loading={undo.isPending}
			onClick={() => undo.mutate()}
		>
			Undo
		</Button>
	);
};
