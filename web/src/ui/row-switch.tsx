import { Switch } from '@mantine/core';

interface RowSwitchProps {
	on: boolean;
	/** Says what it switches and of what, for screen readers: 'Published: Ohm's law'. */
	label: string;
	/** A change of the row is under way. */
	busy: boolean;
	onChange: (on: boolean) => void;
}

/** A switch in a row of a list; use it with `useRowToggle`. */
export const RowSwitch = ({ on, label, busy, onChange }: RowSwitchProps) => (
	<Switch
		aria-label={label}
		checked={on}
		disabled={busy}
		onChange={(event) => onChange(event.currentTarget.checked)}
	/>
);
