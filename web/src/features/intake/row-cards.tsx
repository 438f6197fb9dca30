import { Button } from '@mantine/core';
import { memo } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { SelectBox } from '../../ui/select/select-box.tsx';
import { columns, type Names } from './columns.ts';
import classes from './intake.module.css';
import { problemWords, worstOf } from './problems.ts';
import { Problems } from './row-details.tsx';

interface CardProps {
	row: IntakeRow;
	names: Names;
	onEdit: (row: IntakeRow) => void;
}

const Card = memo(({ row, names, onEdit }: CardProps) => {
	const facts = columns.map(({ show }) => show(row.values, names)).filter((text) => text !== '');
	return (
		<li className={classes.card} data-row={row.id} data-skipped={row.skipped || undefined}>
			<div className={classes.cardHead}>
				<SelectBox row={{ id: row.id, name: row.file.name }} />
				<h2 className={classes.cardName}>{row.file.name}</h2>
				<Button
					variant="default"
					size="xs"
					aria-label={`Edit ${row.file.name}`}
					onClick={() => onEdit(row)}
				>
					Edit
				</Button>
			</div>
			{worstOf(row) ? <Problems row={row} /> : <p className="quiet">{problemWords(row)}</p>}
			<p className={classes.facts}>{facts.join(' · ') || 'Nothing is known of it yet'}</p>
		</li>
	);
});

interface RowCardsProps extends Omit<CardProps, 'row'> {
	rows: readonly IntakeRow[];
}

/** The rows of a batch on a narrow screen: what is wrong comes first, and a sheet edits it. */
export const RowCards = ({ rows, ...card }: RowCardsProps) => (
	<ul className={classes.cards} aria-label="Rows of the batch">
		{rows.map((row) => (
			<Card key={row.id} row={row} {...card} />
		))}
	</ul>
);
