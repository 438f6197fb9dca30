import { ActionIcon, Box, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { IntakeField, IntakeRow, IntakeValues } from '#shared/contract/papers/intake.ts';
import { formatCount, formatWhole } from '#shared/grouped.ts';
import { inactive } from '../../platform/ui/controls.tsx';
import { Modal } from '../../platform/ui/dialog/modal.tsx';
import type { Opened } from '../../platform/ui/loading/on-demand.tsx';
import { PreviewBody } from '../../platform/ui/preview/lazy-preview-body.tsx';
import { PreviewButton } from '../../platform/ui/preview/preview-button.tsx';
import { useWide } from '../../platform/ui/row.tsx';
import type { Names } from './fields.ts';
import { findSharedValues, withValues } from './fields.ts';
import { Problems } from './problems.tsx';
import { RowFields } from './row-fields.tsx';

interface RowDialogProps extends Opened {
	/** The rows of the table, in the order in which the dialog was opened. */
	rows: readonly IntakeRow[];
	/** The index of the row that is edited. */
	index: number;
	names: Names;
	onMove: (to: number) => void;
	onSet: (ids: readonly string[], values: Partial<IntakeValues>) => void;
	onRemove: (ids: readonly string[]) => void;
}

/** Keeps the values that differ from those of a row. */
const findChanges = (row: IntakeRow, given: Partial<IntakeValues>): Partial<IntakeValues> =>
	Object.fromEntries(
		Object.entries(given).filter(
			([field, value]) =>
				JSON.stringify(value) !== JSON.stringify(row.values[field as IntakeField]),
		),
	);

const Preview = ({ file: { url, name } }: IntakeRow) => {
	const [attempt, setAttempt] = useState(0);
	return (
		<Flex direction="column" flex={1} miw={0} h="calc(100dvh - 11rem)" mih={320}>
			<PreviewBody
				key={`${url} ${attempt}`}
				url={url}
				name={name}
				isNextToForm
				onRetry={() => setAttempt((count) => count + 1)}
				instead={null}
			/>
		</Flex>
	);
};

/**
 * Edits rows one after the other: fields, problems and, where there is room, the first page of the file (decision
 * 0095).
 */
export const RowDialog = ({ opened, onClose, ...props }: RowDialogProps) => {
	const { rows, index, names, onMove, onSet, onRemove } = props;
	const wide = useWide();
	const row = rows[index];
	const [given, setGiven] = useState<Partial<IntakeValues>>({});
	const form = useRef<HTMLFormElement>(null);
	/** The name of the field that gets the focus after a move. */
	const focused = useRef<string>(undefined);
	const id = row?.id;
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs when another row is shown
	useEffect(() => {
		if (!focused.current) return;
		form.current?.querySelector<HTMLElement>(`[name="${focused.current}"]`)?.focus();
		focused.current = undefined;
	}, [id]);
	if (!row) return null;
	const last = rows.length - 1;
	const save = () => {
		const changes = findChanges(row, given);
		// Nothing changed if only the course of this row was chosen again.
		if (Object.keys(changes).length > 0) onSet([row.id], changes);
		setGiven({});
	};
	const move = (to: number) => {
		focused.current = document.activeElement?.getAttribute('name') ?? undefined;
		save();
		if (to >= 0 && to <= last) onMove(to);
		else onClose();
	};
	const isPdf = row.file.type === 'application/pdf';
	const step = (name: 'Previous' | 'Next', to: number) => ({
		variant: 'default' as const,
		title: name,
		'aria-label': name,
		...(to < 0 || to > last ? inactive : { onClick: () => move(to) }),
	});
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title={row.file.name}
			top
			wide={wide && isPdf ? 'page' : true}
		>
			<Flex gap="lg" align="flex-start">
				{wide && isPdf && <Preview key={row.id} {...row} />}
				<form
					ref={form}
					noValidate
					style={{ flex: wide && isPdf ? '0 0 24rem' : '1 1 auto', minWidth: 0 }}
					onSubmit={(event: FormEvent) => {
						event.preventDefault();
						move(index + 1);
					}}
				>
					<Stack gap="sm">
						<Group gap="xs">
							<ActionIcon {...step('Previous', index - 1)}>
								<IconChevronLeft size={20} aria-hidden />
							</ActionIcon>
							<Text size="sm" className="tabular" role="status">
								{formatWhole(index + 1)} of {formatWhole(rows.length)}
							</Text>
							<ActionIcon {...step('Next', index + 1)}>
								<IconChevronRight size={20} aria-hidden />
							</ActionIcon>
							{!wide && isPdf && (
								<Box ml="auto">
									<PreviewButton {...row.file} />
								</Box>
							)}
						</Group>
						<Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
							{row.path}
						</Text>
						<Problems row={row} />
						<RowFields
							key={row.id}
							values={withValues(row.values, given)}
							names={names}
							shared={[]}
							several={false}
							onChange={(more) => setGiven((previous) => mergeChanges(previous, more))}
						/>
						<Group
							justify="space-between"
							gap="xs"
							pos="sticky"
							bottom={0}
							py="xs"
							bg="var(--mantine-color-body)"
							style={{ zIndex: 1 }}
						>
							<Button
								variant="subtle"
								color="red"
								onClick={() => {
									setGiven({});
									onRemove([row.id]);
									onMove(Math.min(index, last - 1));
								}}
							>
								Remove
							</Button>
							<Group gap="xs">
								<Button
									variant="default"
									onClick={() => {
										save();
										onClose();
									}}
								>
									Save and close
								</Button>
								{index < last && <Button type="submit">Save and next</Button>}
							</Group>
						</Group>
					</Stack>
				</form>
			</Flex>
		</Modal>
	);
};

/** Adds a change to others; another course makes a chosen subject and exam set void. */
const mergeChanges = (previous: Partial<IntakeValues>, more: Partial<IntakeValues>) => {
	if (more.course_id === undefined) return { ...previous, ...more };
	const { subject_id: _, exam_set: __, ...rest } = previous;
	return { ...rest, ...more };
};

/** Leaves out empty values: with several rows an empty field keeps the value of each row. */
const removeEmpty = (given: Partial<IntakeValues>): Partial<IntakeValues> =>
	Object.fromEntries(
		Object.entries(given).filter(
			([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
		),
	);

interface SetDialogProps extends Opened {
	rows: readonly IntakeRow[];
	names: Names;
	onSet: (values: Partial<IntakeValues>) => void;
}

const SetForm = ({ rows, names, onSet, onClose }: Omit<SetDialogProps, 'opened'>) => {
	const [{ shared, values }] = useState(() => findSharedValues(rows));
	const [given, setGiven] = useState<Partial<IntakeValues>>({});
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				onSet(given);
				onClose();
			}}
		>
			<Stack gap="sm">
				<RowFields
					values={withValues(values, given)}
					names={names}
					shared={'kind' in given ? [...shared, 'kind'] : shared}
					several
					onChange={(more) => setGiven((previous) => removeEmpty(mergeChanges(previous, more)))}
				/>
				<Group justify="flex-end" gap="xs">
					<Button variant="default" onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit">Set for {formatCount(rows.length, 'row')}</Button>
				</Group>
			</Stack>
		</form>
	);
};

/** Sets the same values for several rows. Fields that are left alone keep their value in each row. */
export const SetDialog = ({ opened, ...form }: SetDialogProps) => (
	<Modal
		opened={opened}
		onClose={form.onClose}
		title={`Set for ${formatWhole(form.rows.length)} selected`}
		wide
	>
		<SetForm {...form} />
	</Modal>
);
