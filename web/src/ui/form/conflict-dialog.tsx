import '../radio.css';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lastChangeQuery } from '../../api/audit.ts';
import { DAY, inEastAfrica, TIME } from '../dates.ts';
import { Modal } from '../modal.tsx';
import type { Opened } from '../on-demand.tsx';
import classes from './form.module.css';
import type { Conflict, ResourceForm, Values } from './resource-form.ts';
import { differing, isSame } from './use-conflict.ts';

const WHEN = `${DAY} 'at' ${TIME}`;

type Side = 'mine' | 'theirs';

/** What only they changed is theirs unless the person says otherwise; everything else is mine. */
const usual = <V extends Values>({ before, mine }: Conflict<V>, name: string): Side =>
	isSame(mine[name], before[name]) ? 'theirs' : 'mine';

const Choices = <V extends Values>({
	form,
	conflict,
}: {
	form: ResourceForm<V>;
	conflict: Conflict<V>;
}) => {
	const names = differing(conflict.mine, conflict.theirs);
	const last = useQuery(lastChangeQuery(conflict.kind, conflict.id)).data;
	const [who, at] = [last?.actor.name, last?.at];
	const [sides, setSides] = useState<Record<string, Side>>(() =>
		Object.fromEntries(names.map((name) => [name, usual(conflict, name)])),
	);
	const choose = (name: string, side: string) =>
		setSides((before) => ({ ...before, [name]: side as Side }));
	const chosen = () => {
		const pairs = names.map((name) => [name, conflict[sides[name] ?? 'mine'][name]]);
		return { ...conflict.mine, ...Object.fromEntries(pairs) } as V;
	};
	const read = (name: string, side: Side) => {
		const value = conflict[side][name] ?? null;
		return form.described.get(name)?.show(value) ?? String(value);
	};
	return (
		<>
			<Text size="sm" mb="md">
				{who ?? 'Somebody else'} has changed this{at && ` on ${inEastAfrica(at, WHEN)}`} while you
				were editing. Choose what to keep; nothing is saved until you do.
			</Text>
			<Stack gap="sm">
				{names.map((name) => (
					<Radio.Group
						key={name}
						label={form.described.get(name)?.label ?? name}
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
									Saved by {who ?? 'somebody else'}
								</Text>
								<span>{read(name, 'theirs')}</span>
							</Radio.Card>
						</div>
					</Radio.Group>
				))}
			</Stack>
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={conflict.dismiss}>
					Keep editing
				</Button>
				<Button onClick={() => conflict.resolve(chosen())}>Save this version</Button>
			</Group>
		</>
	);
};

interface ConflictDialogProps<V extends Values> extends Opened {
	form: ResourceForm<V>;
}

/** A stale save: both versions field by field, and the person chooses. */
export const ConflictDialog = <V extends Values>({
	form,
	opened,
	onClose,
}: ConflictDialogProps<V>) => (
	<Modal opened={opened} onClose={onClose} title="Two versions" wide zIndex={300}>
		{form.conflict && <Choices form={form} conflict={form.conflict} />}
	</Modal>
);
