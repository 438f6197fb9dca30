import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditRow } from '#shared/contract/audit.ts';
import type { ResourceWord } from '#shared/contract/resources.ts';
import { operationQuery } from '../../api/operations.ts';
import { countedOf } from '../counted.ts';
import { useMayEdit } from '../for-editors.tsx';
import { useUndoOperation } from '../undo-operations.ts';
import classes from './audit.module.css';

const did: Readonly<Record<string, string>> = {
	publish: 'Published',
	unpublish: 'Unpublished',
	free: 'Made free:',
	premium: 'Made premium:',
	delete: 'Deleted',
	move: 'Moved',
	undo: 'Took back what was done to',
};

interface OperationDetails {
	kind: ResourceWord;
	action: string;
	total: number;
	failed: number;
}

/** What the row of an operation over many items says of it: 'Published 12 topics'; undefined for every other row. */
export const operationIn = ({ item, details }: AuditRow) => {
	if (item.kind !== 'operation' || item.id === null || !details) return undefined;
	const { kind, action, total, failed } = details as unknown as OperationDetails;
	const words = `${did[action] ?? action} ${countedOf(kind, total - failed)}`;
	return { id: item.id, words, action, failed, kind };
};

const UndoOperation = ({ id, words }: { id: string; words: string }) => {
	const operation = useQuery(operationQuery(id));
	const undo = useUndoOperation();
	const [undoing, setUndoing] = useState(false);
	if (!operation.data?.undo_until) return null;
	const takeBack = async () => {
		setUndoing(true);
		await undo(id);
		setUndoing(false);
	};
	return (
		<Button
			variant="light"
			size="xs"
			mt={8}
			leftSection={<IconArrowBackUp size={16} aria-hidden />}
			aria-label={`Undo: ${words}`}
			loading={undoing}
			onClick={() => void takeBack()}
		>
			Undo
		</Button>
	);
};

/** How many items an operation could not do, and the way to take it back while there is one. */
export const OperationOutcome = ({ row }: { row: AuditRow }) => {
	const mayEdit = useMayEdit();
	const operation = operationIn(row);
	if (!operation) return null;
	const { id, action, failed, kind, words } = operation;
	return (
		<>
			{failed > 0 && <p className={classes.detail}>Not done: {countedOf(kind, failed)}.</p>}
			{mayEdit && action !== 'undo' && <UndoOperation id={id} words={words} />}
		</>
	);
};
