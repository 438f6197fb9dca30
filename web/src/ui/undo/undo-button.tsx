import { Button, type ButtonProps } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { operationQuery } from '../../api/operations.ts';
import { undoOperations } from './undo-operations.ts';

interface UndoButtonProps extends ButtonProps {
	operation: string;
	/** Called after success or failure. */
	onOver?: () => Promise<unknown>;
	'aria-label'?: string;
}

/** Renders a button that undoes an operation on many items, while that is possible. */
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
