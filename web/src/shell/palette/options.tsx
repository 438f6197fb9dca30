import { Box, Text } from '@mantine/core';
import { Fragment, type MouseEvent } from 'react';
import type { Entry, Group } from './entry.ts';
import classes from './palette.module.css';

interface OptionsProps {
	id: string;
	groups: readonly Group[];
	active: Entry | undefined;
	idOf: (entry: Entry) => string;
	hrefOf: (entry: Entry) => string | undefined;
	/** Called when the pointer moves onto an entry. */
	onReach: (entry: Entry) => void;
	onChoose: (entry: Entry) => void;
}

/** Returns whether the browser handles a click itself, in another tab or window. */
const isBrowsers = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent) =>
	ctrlKey || metaKey || shiftKey || button !== 0;

/** Renders an excerpt with marked matches. */
const Snippet = ({ snippet = '', marks = [] }: NonNullable<Entry['snippet']>) => (
	<span className="clamped small">
		{marks.map(({ from, to }, n) => (
			<Fragment key={from}>
				{snippet.slice(marks[n - 1]?.to ?? 0, from)}
				<mark>{snippet.slice(from, to)}</mark>
			</Fragment>
		))}
		{snippet.slice(marks.at(-1)?.to ?? 0)}
	</span>
);

type OptionProps = Omit<OptionsProps, 'id' | 'groups'> & { entry: Entry };

const Option = ({ entry, active, idOf, hrefOf, onReach, onChoose }: OptionProps) => {
	const { name, caption, snippet, sign, icon: Icon } = entry;
	const href = hrefOf(entry);
	const shared = {
		id: idOf(entry),
		role: 'option',
		tabIndex: -1,
		'aria-selected': entry === active,
		className: classes.option,
		// Not on enter: the list may move below a resting pointer.
		onPointerMove: () => entry !== active && onReach(entry),
		onClick: (event: MouseEvent) => {
			if (href && isBrowsers(event)) return;
			event.preventDefault();
			onChoose(entry);
		},
		// Keeps the focus in the field.
		onMouseDown: (event: MouseEvent) => event.preventDefault(),
	};
	const content = (
		<>
			<Icon size={18} stroke={1.6} aria-hidden className="quiet" />
			<span className={classes.words}>
				<span className="one-line">{name}</span>
				{snippet && <Snippet {...snippet} />}
				{caption && <span className="one-line small quiet">{caption}</span>}
			</span>
			{sign && <span className="small quiet">{sign}</span>}
		</>
	);
	return href ? (
		<a {...shared} href={href}>
			{content}
		</a>
	) : (
		<div {...shared}>{content}</div>
	);
};

/** Renders the entries of the palette by group. */
export const Options = ({ id, groups, ...shared }: OptionsProps) => (
	<div id={id} role="listbox" aria-label="Results" className={classes.list}>
		{groups.map(({ title, entries, stale }) => {
			const heading = `${id}-${title.replace(/\W+/g, '-')}`;
			return (
				<Box key={title} role="group" aria-labelledby={heading} opacity={stale ? 0.6 : 1}>
					<Text id={heading} role="presentation" p="12px 10px 4px" size="xs" fw={600} c="dimmed">
						{title}
					</Text>
					{entries.map((entry) => (
						<Option key={entry.key} entry={entry} {...shared} />
					))}
				</Box>
			);
		})}
	</div>
);
