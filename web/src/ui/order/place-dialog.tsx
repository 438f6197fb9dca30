import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { grouped } from '#shared/grouped.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { OneOfMany } from '../list/one-of-many.tsx';
import { type Opened, useLast } from '../loading/on-demand.tsx';
import { besideRow, toPlace } from './moves.ts';
import type { Ordering } from './ordering.ts';

interface PlaceDialogProps extends Opened {
	ordering: Ordering;
}

type Side = 'before' | 'after';

const SIDES = [
	{ value: 'before', label: 'Before' },
	{ value: 'after', label: 'After' },
];

const Fields = ({
	id,
	ordering,
	onClose,
}: {
	id: string;
	ordering: Ordering;
	onClose: () => void;
}) => {
	const [rows] = useState(() => ordering.rows(id));
	const [moved] = useState(() => ordering.chosen(id));
	const [typed, setTyped] = useState(() => `${rows.findIndex((row) => moved.has(row.id)) + 1}`);
	const [target, setTarget] = useState<string | null>(null);
	const [side, setSide] = useState<Side>('before');
	const places = rows.length - moved.size + 1;
	const place = /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : 0;
	const isPlace = place >= 1 && place <= places;
	const send = (event: FormEvent) => {
		event.preventDefault();
		if (target === null && !isPlace) return;
		onClose();
		ordering.move(id, (order) =>
			target === null ? toPlace(order, moved, place) : besideRow(order, moved, target, side),
		);
	};
	return (
		<form onSubmit={send}>
			<Stack gap="md">
				<TextInput
					data-autofocus
					label="Place"
					description={
						moved.size === 1
							? `From 1 to ${grouped(places)}`
							: `Of the first of ${grouped(moved.size)}, from 1 to ${grouped(places)}`
					}
					inputMode="numeric"
					autoComplete="off"
					value={typed}
					onChange={({ currentTarget }) => {
						setTyped(currentTarget.value);
						setTarget(null);
					}}
					onFocus={({ currentTarget }) => currentTarget.select()}
					error={target === null && !isPlace && `Place must be from 1 to ${grouped(places)}`}
				/>
				<Group align="end" gap="xs">
					<SegmentedControl
						aria-label="Before or after"
						data={SIDES}
						value={side}
						onChange={(next) => setSide(next as Side)}
					/>
					<OneOfMany
						flex="1 1 14rem"
						aria-label="Move next to"
						placeholder="Or type a name"
						data={rows
							.filter((row) => !moved.has(row.id))
							.map((row) => ({ value: row.id, label: row.name }))}
						value={target}
						onChange={setTarget}
						nothingFoundMessage="Nothing matches"
						clearButtonProps={{ 'aria-label': 'Clear' }}
					/>
				</Group>
				<Group justify="end" gap="xs">
					<Button variant="default" onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit">{moved.size === 1 ? 'Move' : `Move ${grouped(moved.size)}`}</Button>
				</Group>
			</Stack>
		</form>
	);
};

const titleOf = (id: string, { rows, chosen }: Ordering) => {
	const { size } = chosen(id);
	return size === 1
		? `Move ${rows(id).find((row) => row.id === id)?.name ?? ''}`
		: `Move ${grouped(size)} together`;
};

/** Asks where a row, and what is selected with it, is to stand: a number, or beside which other. */
export const PlaceDialog = ({ opened, onClose, ordering }: PlaceDialogProps) => {
	const id = useLast(ordering.asking);
	return (
		<Dialog opened={opened} onClose={onClose} title={id === undefined ? '' : titleOf(id, ordering)}>
			{id !== undefined && <Fields key={id} id={id} ordering={ordering} onClose={onClose} />}
		</Dialog>
	);
};
