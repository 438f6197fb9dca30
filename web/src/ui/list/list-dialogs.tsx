import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { newAt } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import { onDemand, whenReached } from '../loading/on-demand.tsx';
import { ForEditors } from '../page/for-editors.tsx';
import { LinkButton } from '../page/links.tsx';
import type { Rows } from './row-actions.tsx';

interface AddProps {
	/** 'Add Subject'. */
	words: string;
	/** Of `useRowVerbs`. */
	rows: Pick<Rows<Named>, 'resource' | 'place'> & { open: (dialog: { kind: 'add' }) => void };
	/** It leads to the page of a new item, in place of the dialog. */
	leads?: boolean;
	disabled?: boolean;
}

const icon = <IconPlus size={18} aria-hidden />;

/**
 * The dialogs over a list, fetched when one is first opened, and the button for a new item; nothing for those who
 * may not.
 * @example const [Dialogs, Add] = listDialogs(() => import('./topic-dialogs.tsx'), 'TopicDialogs');
 */
export const listDialogs = <
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(
	...dialogs: Parameters<typeof onDemand<Name, Module>>
) => {
	const [Dialogs, prepare] = onDemand(...dialogs);
	const Add = ({ words, rows, leads = false, disabled = false }: AddProps) => (
		<ForEditors>
			{leads ? (
				<LinkButton {...(newAt(rows.resource, rows.place) as { to: '/' })} leftSection={icon}>
					{words}
				</LinkButton>
			) : (
				<Button
					leftSection={icon}
					onClick={() => rows.open({ kind: 'add' })}
					{...whenReached(prepare)}
					disabled={disabled}
				>
					{words}
				</Button>
			)}
		</ForEditors>
	);
	return [Dialogs, Add] as const;
};
