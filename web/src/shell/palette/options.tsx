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
	<span className={classes.snippet}>
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
			<Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
			<span className={classes.words}>
				<span className={classes.name}>{name}</span>
				{snippet && <Snippet {...snippet} />}
				{caption && <span className={classes.caption}>{caption}</span>}
			</span>
			{sign && <span className={classes.sign}>{sign}</span>}
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
				// biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
				<div key={title} role="group" aria-labelledby={heading} data-stale={stale || undefined}>
					<div id={heading} role="presentation" className={classes.title}>
						{title}
					</div>
					{entries.map((entry) => (
						<Option key={entry.key} entry={entry} {...shared} />
					))}
				</div>
			);
		})}
	</div>
);
