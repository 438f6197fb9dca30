import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ForEditors } from '../for-editors.tsx';
import { LinkButton } from '../links.tsx';
import { onDemand, whenReached } from '../on-demand.tsx';

interface AddProps {
	/** 'Add Subject'. */
	words: string;
	/** Of `useRowVerbs`: opens the dialog for a new item. */
	rows: { open: (dialog: { kind: 'add' }) => void };
	disabled?: boolean;
}

const icon = <IconPlus size={18} aria-hidden />;

/**
 * The dialogs over a list, fetched when one is first opened, and the button that opens the one for a new item;
 * nothing for those who may not.
 * @example const [Dialogs, Add] = listDialogs(() => import('./topic-dialogs.tsx'), 'TopicDialogs');
 */
export const listDialogs = <
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(
	...dialogs: Parameters<typeof onDemand<Name, Module>>
) => {
	const [Dialogs, prepare] = onDemand(...dialogs);
	const Add = ({ words, rows, disabled = false }: AddProps) => (
		<ForEditors>
			<Button
				leftSection={icon}
				onClick={() => rows.open({ kind: 'add' })}
				{...whenReached(prepare)}
				disabled={disabled}
			>
				{words}
			</Button>
		</ForEditors>
	);
	return [Dialogs, Add] as const;
};

interface AddLinkProps {
	words: string;
	/** Of `linkOptions`, which checks the address. */
	link: { to: string; params?: Readonly<Record<string, string>> };
}

/** The same where a new item has a page of its own. */
export const AddLink = ({ words, link }: AddLinkProps) => (
	<ForEditors>
		<LinkButton {...(link as { to: '/' })} leftSection={icon}>
			{words}
		</LinkButton>
	</ForEditors>
);
