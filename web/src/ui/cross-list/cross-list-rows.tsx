import { LIST_LIMIT_DEFAULT } from '#shared/contract/lists.ts';
import turned from '../list/list.module.css';
import { usePageBehind } from '../list/page-behind.ts';
import { Pager, pageIn, useTopOnTurn } from '../list/pager.tsx';
import { useListState } from '../list-state.ts';
import type { Column } from '../table/content-columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { RowParts } from '../table/shape.ts';
import { TableSkeleton } from '../table/table-skeleton.tsx';
import classes from './cross-list.module.css';

interface CrossListRowsProps<Row extends { id: string }> {
	label: string;
	columns: readonly Column<Row>[];
	sortable: readonly string[];
	rows: Row[];
	actions: RowParts<Row>['actions'];
	total: number;
	/** These are the rows of the page before; the ones asked for are on their way. */
	busy: boolean;
}

/** One page of a list across all courses. A page behind the last leads back to the last one. */
export const CrossListRows = <Row extends { id: string }>(props: CrossListRowsProps<Row>) => {
	const { label, columns, sortable, rows, actions, total, busy } = props;
	const [state] = useListState();
	const page = pageIn(state.page);
	const box = useTopOnTurn(page, busy);
	const behind = usePageBehind(total, LIST_LIMIT_DEFAULT, busy);

	if (behind) return <TableSkeleton rows={10} />;
	return (
		<>
			<div ref={box} className={`${classes.rows} ${turned.rows}`} aria-busy={busy || undefined}>
				<DataTable
					label={label}
					columns={columns}
					sortable={sortable}
					rows={rows}
					actions={actions}
					defaultSort="name"
					sortedByServer
				/>
			</div>
			<Pager total={total} limit={LIST_LIMIT_DEFAULT} busy={busy} />
		</>
	);
};
