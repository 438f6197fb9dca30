import { ActionIcon, Button, type ButtonProps, Switch, type SwitchProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';

const Busy = createContext(false);

/** Around one row or card: whether a change of it is under way, for the controls within. */
export const RowBusy = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
	<Busy value={busy}>{children}</Busy>
);

/** Whether a change of the row is under way that this stands in. */
export const useRowBusy = () => useContext(Busy);

/** For a control that does nothing for now: it looks and reads as disabled. Really disabled, it would lose the focus. */
export const inactive = { 'aria-disabled': true, 'data-disabled': true } as const;

interface RowButtonProps extends ButtonProps {
	'aria-label': string;
	onClick: () => void;
	children: ReactNode;
}

/** A button of a row: a press while a change of the row is under way does nothing. */
export const RowButton = ({ onClick, ...props }: RowButtonProps) => (
	<Button {...props} {...(useRowBusy() ? inactive : { onClick })} />
);

interface RowIconProps {
	/** What it does, and to what: 'Delete Ohm's law'. */
	label: string;
	icon: TablerIcon;
	onClick: () => void;
}

/** The same as an icon alone. */
export const RowIcon = ({ label, icon: Icon, onClick }: RowIconProps) => (
	<ActionIcon title={label} aria-label={label} {...(useRowBusy() ? inactive : { onClick })}>
		<Icon size={18} aria-hidden />
	</ActionIcon>
);

interface SavingSwitchProps extends Omit<SwitchProps, 'onChange' | 'disabled'> {
	checked: boolean;
	/** A press of it, or of one that belongs to it, is being saved: another does nothing. */
	saving: boolean;
	onChange: (on: boolean) => void;
}

/** A switch that is saved as soon as it is pressed, and keeps the keyboard's focus meanwhile. */
export const SavingSwitch = ({ saving, onChange, ...props }: SavingSwitchProps) => (
	<Switch
		{...props}
		{...(saving && inactive)}
		onChange={({ currentTarget }) => !saving && onChange(currentTarget.checked)}
	/>
);
