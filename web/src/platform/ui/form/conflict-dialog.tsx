import { Button, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { buildLastChangeQuery } from '../../api/audit.ts';
import type { Place } from '../../api/cached-rows.ts';
import { ItemField } from '../audit/field-value.tsx';
import { DialogFoot } from '../dialog/dialog-foot.tsx';
import { Modal } from '../dialog/modal.tsx';
import { formatMoment } from '../format/dates.ts';
import type { Opened } from '../loading/on-demand.tsx';
import classes from './form.module.css';
import { type Conflict, isSame, listDifferences } from './use-item-form.ts';

type Side = 'mine' | 'theirs';

/** Preselects their value for fields that only they changed, else mine. */
const pickDefaultSide = ({ original, mine }: Conflict, name: string): Side =>
	isSame(mine[name], original[name]) ? 'theirs' : 'mine';

interface ChoicesProps {
	resource: AnyResource;
	/** The ids of the parents. */
	place: Place;
	conflict: Conflict;
}

const Choices = ({ resource, place, conflict }: ChoicesProps) => {
	const names = listDifferences(conflict.mine, conflict.theirs);
	const last = useQuery(buildLastChangeQuery(resource.auditKind, conflict.id)).data;
	const [author, changedAt] = [last?.actor.name, last?.at];
	const [sides, setSides] = useState<Record<string, Side>>(() =>
		Object.fromEntries(names.map((name) => [name, pickDefaultSide(conflict, name)])),
	);
	const choose = (name: string, side: string) =>
		setSides((current) => ({ ...current, [name]: side as Side }));
	const chosen = () => {
		const pairs = names.map((name) => [name, conflict[sides[name] ?? 'mine'][name]]);
		return { ...conflict.mine, ...Object.fromEntries(pairs) };
	};
	const read = (field: string, side: Side) => (
		<ItemField {...{ resource, place, field }} value={conflict[side][field]} />
	);
	return (
		<>
			<Text size="sm" mb="md">
				{author ?? 'Someone else'} changed this item
				{changedAt && ` on ${formatMoment(changedAt)}`} while you were editing. Choose what to keep.
				Nothing is saved until you do.
			</Text>
			<Stack gap="sm">
				{names.map((name) => (
					<Radio.Group
						key={name}
						label={resource.labels[name] ?? name}
						value={sides[name] ?? 'mine'}
						onChange={(side) => choose(name, side)}
					>
						<div className={classes.versions}>
							<Radio.Card value="mine" className={classes.version}>
								<Text size="xs" c="dimmed">
									Yours
								</Text>
								<span>{read(name, 'mine')}</span>
							</Radio.Card>
							<Radio.Card value="theirs" className={classes.version}>
								<Text size="xs" c="dimmed">
									Saved by {author ?? 'someone else'}
								</Text>
								<span>{read(name, 'theirs')}</span>
							</Radio.Card>
						</div>
					</Radio.Group>
				))}
			</Stack>
			<DialogFoot>
				<Button variant="default" onClick={conflict.dismiss}>
					Keep editing
				</Button>
				<Button onClick={() => conflict.resolve(chosen())}>Save this version</Button>
			</DialogFoot>
		</>
	);
};

type ConflictDialogProps = Opened &
	Omit<ChoicesProps, 'conflict'> & { conflict: ChoicesProps['conflict'] | undefined };

/** Renders both versions after a stale save, field by field, for the person to choose. */
export const ConflictDialog = ({ opened, onClose, conflict, ...item }: ConflictDialogProps) => (
	<Modal opened={opened} onClose={onClose} title="Two versions" wide zIndex={300}>
		{conflict && <Choices {...item} conflict={conflict} />}
	</Modal>
);
