import { ActionIcon, Button, type ButtonProps, Switch, type SwitchProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { TablerIcon } from '@tabler/icons-react';
import { createContext, memo, type ReactNode, useContext } from 'react';
import { takeRecentlySaved } from '../../api/recently-saved.ts';

/** Returns whether the window has room for tables and cards. */
export const useWide = () =>
	useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });

/** Renders its children only where the window has room for tables and cards. */
export const OnlyWide = ({ children }: { children: ReactNode }) => (useWide() ? children : null);

/** Scrolls to a row that was just saved and marks it for a moment (`data-saved`). */
const highlightSaved = (id: string) => (element: HTMLElement | null) => {
	if (!element || !takeRecentlySaved(id)) return;
	element.dataset.saved = '';
	element.addEventListener('animationend', () => delete element.dataset.saved, { once: true });
	// Later, because the router scrolls a new page to its top when this has been rendered.
	setTimeout(() => element.scrollIntoView({ block: 'nearest' }), 50);
};

/** Returns the attributes of the element of a row or card. */
export const rowProps = (id: string, busy: boolean, current?: string) => ({
	ref: highlightSaved(id),
	'data-row': id,
	'aria-busy': busy || undefined,
	'aria-current': id === current || undefined,
});

const Busy = createContext(false);

/** Tells the controls of a row whether a change of the row is being saved. */
export const RowBusy = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
	<Busy value={busy}>{children}</Busy>
);

/** Returns whether a change of the row around is being saved. */
export const useRowBusy = () => useContext(Busy);

interface OneRowProps<Row> {
	row: Row;
	/** A change of the row is being saved. */
	busy: boolean;
	/** Must stay the same function, or all rows render again. */
	draw: (row: Row, busy: boolean) => ReactNode;
}

const Drawn = <Row,>({ row, busy, draw }: OneRowProps<Row>) => (
	<RowBusy busy={busy}>{draw(row, busy)}</RowBusy>
);

/** Renders one row or card of a list, again only when the row has changed. */
export const OneRow = memo(Drawn) as typeof Drawn;

/** Makes a control look and read as disabled. Really disabled, it would lose the focus. */
export const inactive = { 'aria-disabled': true, 'data-disabled': true } as const;

interface RowButtonProps extends ButtonProps {
	'aria-label': string;
	onClick: () => void;
	children: ReactNode;
}

/** Renders a button of a row, which does nothing while a change of the row is being saved. */
export const RowButton = ({ onClick, ...props }: RowButtonProps) => (
	<Button {...props} {...(useRowBusy() ? inactive : { onClick })} />
);

interface RowIconProps {
	/** 'Delete Ohm's law'. */
	label: string;
	icon: TablerIcon;
	onClick: () => void;
}

/** Renders a `RowButton` as an icon. */
export const RowIcon = ({ label, icon: Icon, onClick }: RowIconProps) => (
	<ActionIcon title={label} aria-label={label} {...(useRowBusy() ? inactive : { onClick })}>
		<Icon size={18} aria-hidden />
	</ActionIcon>
);

interface SavingSwitchProps extends Omit<SwitchProps, 'onChange' | 'disabled'> {
	checked: boolean;
	/** A change is being saved: another press does nothing. */
	saving: boolean;
	onChange: (on: boolean) => void;
}

/** Renders a switch that saves when it is pressed, and keeps the keyboard focus while it is saving. */
export const SavingSwitch = ({ saving, onChange, ...props }: SavingSwitchProps) => (
	<Switch
		{...props}
		{...(saving && inactive)}
		onChange={({ currentTarget }) => !saving && onChange(currentTarget.checked)}
	/>
);
