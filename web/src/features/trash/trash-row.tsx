import { Button } from '@mantine/core';
import { IconRestore, IconTrashX } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import type { Deletion } from '#shared/contract/trash.ts';
import { useMay } from '../../api/account.ts';
import { DAY, inEastAfrica, TIME } from '../../ui/dates/dates.ts';
import { kindIcons } from '../../ui/kind-icons.ts';
import { RowMenu } from '../../ui/menu/menu.tsx';
import { useRestore } from '../../ui/undo/use-restore.ts';
import { labelOf, nameOf, timeLeft, wentWith } from './deletion-words.ts';
import classes from './trash.module.css';

/** Moves the focus from a removed row to the next one, or to the heading. */
const focusNextRow = (row: Element | null) => {
	const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
	const target = neighbour?.querySelector<HTMLElement>('button') ?? document.querySelector('h1');
	target?.focus({ preventScroll: true });
};

interface TrashRowProps {
	deletion: Deletion;
	onPurge: () => void;
}

/** Renders a deletion: name, place, author, dates and actions. */
export const TrashRow = ({ deletion, onPurge }: TrashRowProps) => {
	const { id, kind, at, by, path, until } = deletion;
	const [restoring, setRestoring] = useState(false);
	const mayPurge = useMay('trash:purge');
	const restore = useRestore();
	const [label, name, goods] = [labelOf(deletion), nameOf(deletion), wentWith(deletion)];
	const [parent, above] = [path.at(-1), path.slice(0, -1)];
	const Icon = kindIcons[kind];
	const when = inEastAfrica(at, `${DAY} ${TIME}`);
	const bringBack = async (event?: SyntheticEvent) => {
		const row = event?.currentTarget.closest('li') ?? null;
		setRestoring(true);
		const back = await restore({ deletion: id, label, name });
		setRestoring(false);
		if (back && row?.contains(document.activeElement)) focusNextRow(row);
	};
	return (
		<li className={classes.deletion}>
			<Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
			<div className={classes.what}>
				<p className={classes.name} title={name}>
					<strong>{name}</strong> {goods}
				</p>
				<p className={classes.where} title={path.join(' / ')}>
					{parent === undefined ? (
						label
					) : (
						<>
							<span className={classes.around}>
								{label} in {above.map((each) => `${each} / `)}
							</span>
							{parent}
						</>
					)}
				</p>
			</div>
			<p className={classes.who}>
				<span>{by.name}</span> <time dateTime={at}>{when}</time>
			</p>
			<p className={classes.left} title={`Until ${inEastAfrica(until, `${DAY} ${TIME}`)}`}>
				{timeLeft(deletion)}
			</p>
			<div className={classes.actions}>
				<Button
					variant="default"
					size="xs"
					leftSection={<IconRestore size={16} aria-hidden />}
					aria-label={`Restore ${name}`}
					loading={restoring}
					onClick={(event) => void bringBack(event)}
				>
					Restore
				</Button>
				{mayPurge && (
					<RowMenu
						label={`Actions for ${name}`}
						note={`Deleted by ${by.name}, ${when}`}
						actions={[
							{ words: 'Delete permanently', icon: IconTrashX, dangerous: true, onClick: onPurge },
						]}
					/>
				)}
			</div>
		</li>
	);
};
