import { Button } from '@mantine/core';
import { IconLink, IconLinkPlus, IconPencil, type TablerIcon } from '@tabler/icons-react';
import type { Link } from '../../addresses.ts';
import type { Named } from '../../api/cached-rows.ts';
import type { RowButtonAction } from '../menu/row-actions.ts';
import { LinkButton } from '../page/links.tsx';
import { RowButton, RowIcon } from '../rows/row-busy.tsx';
import { useWide } from '../table/shape.ts';
import { type RowButtons, RowMore, type RowVerbs, useVerbs } from './row-verbs.tsx';

const VARIANTS = { leads: 'light', quiet: 'subtle', sign: 'subtle' } as const;

const One = ({ words, icon, label, looks, link, href, onClick = () => {} }: RowButtonAction) => {
	const Icon = icon;
	const shared = { variant: VARIANTS[looks], size: 'xs', 'aria-label': label } as const;
	if (link)
		return (
			<LinkButton
				{...(link as { to: string })}
				{...shared}
				{...(looks === 'quiet' ? { color: 'gray', px: 5 } : { px: 12 })}
			>
				{words}
			</LinkButton>
		);
	const sign = { leftSection: <Icon size={16} aria-hidden /> };
	if (href)
		return (
			<Button
				component="a"
				{...{ href, target: '_blank', rel: 'noreferrer' }}
				{...shared}
				{...sign}
				variant="default"
			>
				{words}
			</Button>
		);
	if (looks === 'sign') return <RowIcon label={label} icon={icon} onClick={onClick} />;
	return (
		<RowButton {...shared} {...sign} onClick={onClick}>
			{words}
		</RowButton>
	);
};

/** The buttons of a row, where there is room for any. */
export const ButtonsOf = ({ buttons }: { buttons: RowButtons }) => {
	const verbs = useVerbs();
	return useWide() && buttons(verbs).map((action) => <One key={action.words} {...action} />);
};

/** Leads from a row to what lies under it. */
export const leadTo = (
	words: string,
	icon: TablerIcon,
	row: Named,
	link: Link,
): RowButtonAction => ({ words, label: `${words} of ${row.name}`, icon, looks: 'leads', link });

/** Edits the item of a row, for who may: on the page that a link leads to, or in a dialog over the list. */
export const editOf = (verbs: RowVerbs | undefined, row: Named, link?: Link): RowButtonAction[] => {
	if (!verbs) return [];
	const edit = { words: 'Edit', label: `Edit ${row.name}`, icon: IconPencil };
	if (link) return [{ ...edit, looks: 'leads', link }];
	return [{ ...edit, looks: 'sign', onClick: () => verbs.open({ kind: 'edit', row }) }];
};

/** Opens the dialog for the link of a row's item alone, for who may. */
export const editUrlOf = (
	verbs: RowVerbs | undefined,
	row: Named,
	url: string | null,
): RowButtonAction[] => {
	if (!verbs) return [];
	const [words, icon] = url ? ['Edit URL', IconLink] : ['Add URL', IconLinkPlus];
	const open = () => verbs.open({ kind: 'url', row });
	return [{ words, icon, label: `${words} of ${row.name}`, looks: 'quiet', onClick: open }];
};

/** What can be done with a row: its buttons, and all else behind one ⋯; on a phone all of it. */
export const RowActions = ({ row, buttons }: { row: Named; buttons: RowButtons }) => (
	<>
		<ButtonsOf buttons={buttons} />
		<RowMore row={row} buttons={buttons} />
	</>
);
