import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { operationQuery } from '../../api/operations.ts';
import { undoOperations } from './undo-operations.ts';

interface UndoButtonProps extends ButtonProps {
	operation: string;
	/** It is over, whatever came of it. */
	onOver?: () => Promise<unknown>;
	'aria-label'?: string;
}

/** Takes an operation over many items back, as long as that can be done. */
export const UndoButton = ({ operation, onOver, ...button }: UndoButtonProps) => {
	const client = useQueryClient();
	const { data } = useQuery(operationQuery(operation));
	const undo = useMutation({
		mutationFn: () => undoOperations(client, [operation]),
		onSettled: () => onOver?.(),
	});
	if (!data?.undo_until) return null;
	return (
		<Button
			size="xs"
			leftSection={<IconArrowBackUp size={16} aria-hidden />}
			{...button}
			loading={undo.isPending}
			onClick={() => undo.mutate()}
		>
			Undo
		</Button>
	);
};
