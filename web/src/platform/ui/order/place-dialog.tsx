import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatWhole } from '#shared/grouped.ts';
import { Modal } from '../dialog/modal.tsx';
import { SearchableSelect } from '../fields/searchable-select.tsx';
import { type Opened, useLast } from '../loading/on-demand.tsx';
import { moveNextTo, moveToPlace } from './moves.ts';
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
			target === null ? moveToPlace(order, moved, place) : moveNextTo(order, moved, target, side),
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
							? `From 1 to ${formatWhole(places)}`
							: `Of the first of ${formatWhole(moved.size)}, from 1 to ${formatWhole(places)}`
					}
					inputMode="numeric"
					autoComplete="off"
					value={typed}
					onChange={({ currentTarget }) => {
						setTyped(currentTarget.value);
						setTarget(null);
					}}
					onFocus={({ currentTarget }) => currentTarget.select()}
					error={target === null && !isPlace && `Place must be from 1 to ${formatWhole(places)}`}
				/>
				<Group align="end" gap="xs">
					<SegmentedControl
						aria-label="Before or after"
						data={SIDES}
						value={side}
						onChange={(next) => setSide(next as Side)}
					/>
					<SearchableSelect
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
					<Button type="submit">
						{moved.size === 1 ? 'Move' : `Move ${formatWhole(moved.size)}`}
					</Button>
				</Group>
			</Stack>
		</form>
	);
};

const formatPlaceTitle = (id: string, { rows, chosen }: Ordering) => {
	const { size } = chosen(id);
	return size === 1
		? `Move ${rows(id).find((row) => row.id === id)?.name ?? ''}`
		: `Move ${formatWhole(size)} together`;
};

/** Asks for the new place of a row and the rows selected with it: a number, or before or after another row. */
export const PlaceDialog = ({ opened, onClose, ordering }: PlaceDialogProps) => {
	const id = useLast(ordering.dialogRow);
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title={id === undefined ? '' : formatPlaceTitle(id, ordering)}
		>
			{id !== undefined && <Fields key={id} id={id} ordering={ordering} onClose={onClose} />}
		</Modal>
	);
};
