import { Combobox } from '@mantine/core';
import { Fragment, type MouseEvent } from 'react';
import type { Entry, Group } from './entry.ts';
import classes from './palette.module.css';

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

interface OptionsProps {
	id: string;
	groups: readonly Group[];
	active: Entry | undefined;
	buildId: (entry: Entry) => string;
	/** Called when the pointer moves onto an entry. */
	onReach: (key: string) => void;
	onChoose: (entry: Entry, newTab: boolean) => void;
}

/** Returns whether a key or click asks for a new tab. */
export const isForNewTab = (event: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>) =>
	event.ctrlKey || event.metaKey;

/** Renders the entries of the palette by group. */
export const Options = ({ id, groups, active, buildId, onReach, onChoose }: OptionsProps) => (
	<Combobox.Options id={id} aria-label="Results" className={classes.list}>
		{groups.map(({ title, entries, stale }) => (
			<Combobox.Group
				key={title}
				label={title}
				opacity={stale ? 0.6 : 1}
				aria-busy={stale || undefined}
			>
				{entries.map((entry) => (
					<Combobox.Option
						key={entry.key}
						id={buildId(entry)}
						value={entry.key}
						tabIndex={-1}
						aria-selected={entry === active}
						className={classes.option}
						// Not on enter: the list may move below a resting pointer.
						onPointerMove={() => entry !== active && onReach(entry.key)}
						onClick={(event) => onChoose(entry, isForNewTab(event))}
						// The middle button.
						onAuxClick={({ button }) => button === 1 && onChoose(entry, true)}
					>
						<entry.icon size={18} stroke={1.6} aria-hidden className="quiet" />
						<span className={classes.words}>
							<span className="one-line">{entry.name}</span>
							{entry.snippet && <Snippet {...entry.snippet} />}
							{entry.caption && <span className="one-line small quiet">{entry.caption}</span>}
						</span>
						{entry.sign && <span className="small quiet">{entry.sign}</span>}
					</Combobox.Option>
				))}
			</Combobox.Group>
		))}
	</Combobox.Options>
);
