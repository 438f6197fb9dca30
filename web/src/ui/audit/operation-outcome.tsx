import type { AuditRow } from '#shared/contract/audit.ts';
import type { OperationAction } from '#shared/contract/bulk-actions.ts';
import type { ResourceWord } from '#shared/contract/resources.ts';
import { countedOf } from '../counted.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { UndoButton } from '../undo/undo-button.tsx';
import classes from './audit.module.css';

const did: Readonly<Record<OperationAction, string>> = {
	publish: 'Published',
	unpublish: 'Unpublished',
	free: 'Made free:',
	premium: 'Made premium:',
	delete: 'Deleted',
	move: 'Moved',
	create: 'Created',
	undo: 'Took back what was done to',
};

interface OperationDetails {
	kind: ResourceWord;
	action: OperationAction;
	total: number;
	failed: number;
}

/** What the row of an operation over many items says of it: 'Published 12 topics'; undefined for every other row. */
export const operationIn = ({ item, details }: AuditRow) => {
	if (item.kind !== 'operation' || item.id === null || !details) return undefined;
	const { kind, action, total, failed } = details as unknown as OperationDetails;
	const words = `${did[action]} ${countedOf(kind, total - failed)}`;
	return { id: item.id, words, action, failed, kind };
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
			{mayEdit && action !== 'undo' && (
				<UndoButton variant="light" mt={8} operation={id} aria-label={`Undo: ${words}`} />
			)}
		</>
	);
};
