import { Text } from '@mantine/core';
import { useMayEdit } from './for-editors.tsx';
import { SavingSwitch, useRowBusy } from './row-busy.tsx';

interface RowSwitchProps {
	on: boolean;
	/** Says what it switches and of what, for screen readers: 'Published: Ohm's law'. */
	label: string;
	/** Of a list: what is switched, alike in all rows, so that the arrow keys step from one to the next. */
	column?: string;
	/** Words beside it, where no column's header says what it is. */
	words?: string;
	onChange: (on: boolean) => void;
}

/** A switch in a row of a list; use it with `useRowToggle`. Who may not change it reads it in words. */
export const RowSwitch = ({ on, label, column, words, onChange }: RowSwitchProps) => {
	const saving = useRowBusy();
	if (!useMayEdit()) {
		return <Text size="sm">{words ? `${words}: ${on ? 'yes' : 'no'}` : on ? 'Yes' : 'No'}</Text>;
	}
	return (
		<SavingSwitch
			aria-label={label}
			{...(column && { 'data-walk': column })}
			{...(words && { label: words })}
			checked={on}
			saving={saving}
			onChange={onChange}
		/>
	);
};
