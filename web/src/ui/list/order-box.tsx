import {
	DndContext,
	type DragEndEvent,
	DragOverlay,
	MouseSensor,
	pointerWithin,
	rectIntersection,
	TouchSensor,
	useDraggable,
	useDroppable,
	useSensor,
	useSensors,
} from '@dnd-kit/core';
import {
	ActionIcon,
	Button,
	Group,
	Paper,
	SegmentedControl,
	Stack,
	TextInput,
	VisuallyHidden,
} from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import {
	type FormEvent,
	type KeyboardEvent,
	type ReactNode,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react';
import { grouped } from '#shared/grouped.ts';
import type { Named } from '../../api/cached-rows.ts';
import { Modal } from '../dialog/modal.tsx';
import { SearchableSelect } from '../fields/searchable-select.tsx';
import { type Opened, useLast } from '../loading/on-demand.tsx';
import classes from './list.module.css';
import { moveNextTo, moveToPlace, moveToPlaceOf } from './moves.ts';
import {
	type Ordering,
	OrderingContext,
	showBlockedReason,
	useMoves,
	useOrdering,
} from './ordering.ts';

interface GripProps {
	row: Named;
	ordering: Ordering;
}

const Grip = ({ row: { id, name }, ordering }: GripProps) => {
	const { blocked, rows, chosen, ask } = ordering;
	const grip = useRef<HTMLSpanElement>(null);
	const drag = useDraggable({ id, disabled: blocked !== undefined });
	const drop = useDroppable({ id });
	const active = drag.active && String(drag.active.id);
	const isLifted = active !== null && chosen(active).has(id);
	const ids = drop.isOver && active !== null && !isLifted ? rows(active).map((row) => row.id) : [];
	const side =
		ids.includes(id) && (ids.indexOf(active ?? '') < ids.indexOf(id) ? 'after' : 'before');
	const { setNodeRef: setRow } = drop;
	// The list renders the row or card, so the drag state is written to its element.
	useLayoutEffect(() => {
		const element = grip.current?.closest<HTMLElement>('[data-row]');
		setRow(element ?? null);
		if (!element) return;
		element.toggleAttribute('data-lifted', isLifted);
		if (side) element.dataset.drop = side;
		else delete element.dataset.drop;
	}, [setRow, isLifted, side]);
	const words = blocked ? `${blocked}: show in display order to move` : `Move ${name}`;
	return (
		<span ref={grip} data-handle data-screen-only className={classes.handle}>
			<ActionIcon
				ref={drag.setNodeRef}
				{...drag.listeners}
				w="100%"
				h="100%"
				color="gray"
				data-blocked={blocked ? true : undefined}
				title={words}
				aria-label={blocked ? `${words} ${name}` : words}
				onClick={() => (blocked ? showBlockedReason(ordering) : ask(id))}
			>
				<IconGripVertical size={18} stroke={1.7} aria-hidden />
			</ActionIcon>
		</span>
	);
};

/** Renders the drag handle of a row. A click opens the dialog for a place, or shows why rows cannot be moved. */
const Handle = ({ row }: { row: Named }) => {
	const ordering = useOrdering();
	return ordering ? <Grip row={row} ordering={ordering} /> : null;
};

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
					<Button type="submit">{moved.size === 1 ? 'Move' : `Move ${grouped(moved.size)}`}</Button>
				</Group>
			</Stack>
		</form>
	);
};

const placeTitleOf = (id: string, { rows, chosen }: Ordering) => {
	const { size } = chosen(id);
	return size === 1
		? `Move ${rows(id).find((row) => row.id === id)?.name ?? ''}`
		: `Move ${grouped(size)} together`;
};

/** Asks for the new place of a row and the rows selected with it: a number, or before or after another row. */
const PlaceDialog = ({ opened, onClose, ordering }: PlaceDialogProps) => {
	const id = useLast(ordering.dialogRow);
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title={id === undefined ? '' : placeTitleOf(id, ordering)}
		>
			{id !== undefined && <Fields key={id} id={id} ordering={ordering} onClose={onClose} />}
		</Modal>
	);
};

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** Inputs that use Alt and the arrow keys themselves. */
const TEXT = 'textarea, select, input:not([type=checkbox], [type=radio])';

/** Returns rows under the pointer, else those under the dragged handle, because cards have gaps between them. */
const collisions: typeof pointerWithin = (args) => {
	const under = pointerWithin(args);
	return under.length > 0 ? under : rectIntersection(args);
};

const titleOf = (id: string, { rows, chosen }: Ordering) => {
	const name = rows(id).find((row) => row.id === id)?.name ?? '';
	const { size } = chosen(id);
	return size === 1 ? name : `${name} and ${size - 1} more`;
};

/** Makes the rows draggable by their handles, with a mouse or a finger. */
const Draggable = ({ ordering, children }: { ordering: Ordering; children: ReactNode }) => {
	const [title, setTitle] = useState('');
	const sensors = useSensors(
		useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
		// Without the delay, a touch scrolls.
		useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
	);
	const drop = ({ active, over }: DragEndEvent) => {
		const [id, target] = [String(active.id), over && String(over.id)];
		if (target) ordering.move(id, (order, moved) => moveToPlaceOf(order, moved, id, target));
	};
	return (
		<DndContext
			sensors={sensors}
			collisionDetection={collisions}
			onDragStart={({ active }) => setTitle(titleOf(String(active.id), ordering))}
			onDragEnd={drop}
			accessibility={{
				// The keyboard moves rows without dragging, and the result is announced by the list.
				screenReaderInstructions: { draggable: '' },
				announcements: {
					onDragStart: ({ active }) => `Dragging ${titleOf(String(active.id), ordering)}`,
					onDragOver: () => undefined,
					onDragEnd: () => undefined,
					onDragCancel: () => 'Not moved',
				},
			}}
		>
			{children}
			<DragOverlay dropAnimation={null} zIndex={500}>
				<Paper
					component="span"
					display="block"
					w="max-content"
					maw="min(320px, 80vw)"
					px={14}
					py={8}
					bg="var(--ufundi-surface)"
					fw={600}
					className="one-line"
					style={{ border: '1px solid var(--mantine-primary-color-filled)' }}
				>
					{title}
				</Paper>
			</DragOverlay>
		</DndContext>
	);
};

type OrderBoxProps = Parameters<typeof useMoves>[0] & { children: ReactNode };

/** Makes the rows of a list under a parent movable: by dragging, by Alt and the arrow keys, and by their menus. */
export const OrderBox = ({ children, ...options }: OrderBoxProps) => {
	const { ordering, announcement } = useMoves(options);
	const context = useMemo(() => ordering && { ...ordering, Handle }, [ordering]);
	if (!ordering) return children;
	const press = (event: KeyboardEvent<HTMLElement>) => {
		const by = STEPS[event.key];
		const { altKey, ctrlKey, metaKey, shiftKey } = event;
		const target = event.target as HTMLElement;
		const id = target.closest<HTMLElement>('[data-row]')?.dataset.row;
		if (!by || !id || !altKey || ctrlKey || metaKey || shiftKey || target.matches(TEXT)) return;
		event.preventDefault();
		if (ordering.blocked) showBlockedReason(ordering);
		else ordering.step(id, by);
	};
	return (
		<OrderingContext value={context}>
			<Draggable ordering={ordering}>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are pressed on controls of the rows */}
				<div data-order onKeyDown={press}>
					{children}
				</div>
			</Draggable>
			<VisuallyHidden role="status" data-moved>
				{announcement}
			</VisuallyHidden>
			<PlaceDialog
				opened={ordering.dialogRow !== undefined}
				onClose={() => ordering.ask(undefined)}
				ordering={ordering}
			/>
		</OrderingContext>
	);
};
