import type { TablerIcon } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './controls.module.css';

/** Makes a control look and read as disabled. Really disabled, it would lose the focus. */
export const inactive = { 'aria-disabled': true, 'data-disabled': true } as const;

/** The class of a small button, which elements other than buttons can have too. */
export const smallButton = classes.button;

/** The class of a button that shows only an icon. */
export const signButton = classes.sign;

/** Styles of a small button: the most used action, another one, or a file to open. */
export type ButtonLook = 'leads' | 'quiet' | 'file';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
	/** 'Delete Ohm's law'. */
	label: string;
	icon: TablerIcon;
	/** 32 px instead of 36. */
	small?: boolean;
	/** Next to a value in running text. */
	inText?: boolean;
	ref?: Ref<HTMLButtonElement>;
}

/** Renders a button that shows only an icon. Its title is its label, unless there is a shorter one. */
export const IconButton = (props: IconButtonProps) => {
	const { label, icon: Icon, small, inText, title = label, ...rest } = props;
	return (
		<button
			type="button"
			{...rest}
			className={classes.sign}
			data-size={inText ? 'text' : small && 'small'}
			title={title}
			aria-label={label}
		>
			<Icon size={inText ? 16 : small ? 18 : 19} stroke={1.8} aria-hidden />
		</button>
	);
};

interface SmallButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
	look?: ButtonLook;
	icon?: TablerIcon;
}

/** Renders a small button of a row. */
export const SmallButton = ({ look, icon: Icon, children, ...props }: SmallButtonProps) => (
	<button type="button" {...props} className={classes.button} data-look={look}>
		{Icon && <Icon size={16} aria-hidden />}
		{children}
	</button>
);

interface SwitchProps {
	'aria-label'?: string;
	/** Text next to the switch. */
	label?: ReactNode;
	checked: boolean;
	/** A change is being saved: another press does nothing. */
	saving: boolean;
	/** Why the person may not change it. */
	lock?: string | undefined;
	onChange: (on: boolean) => void;
}

/** Renders a switch that saves when it is pressed, and keeps the keyboard focus while it is saving. */
export const SavingSwitch = ({ label, saving, lock, onChange, ...props }: SwitchProps) => (
	<label className={classes.switch} title={lock} data-switch>
		<input
			type="checkbox"
			role="switch"
			{...props}
			aria-checked={props.checked}
			{...((saving || lock) && inactive)}
			title={lock}
			onChange={({ currentTarget }) => !saving && !lock && onChange(currentTarget.checked)}
		/>
		{label}
	</label>
);

export type BadgeColor = 'brand' | 'gray' | 'yellow' | 'red' | 'blue' | 'grape';

const makeBadgeStyle = (color: BadgeColor) =>
	({
		'--badge': `var(--mantine-color-${color}-light)`,
		'--badge-text': `var(--mantine-color-${color}-light-color)`,
	}) as object;

interface BadgeProps {
	color: BadgeColor;
	/** Shown before the text. */
	icon?: TablerIcon | undefined;
	large?: boolean | undefined;
	className?: string | undefined;
	children: ReactNode;
}

/** Renders a state in one or two words. */
export const Badge = ({ color, icon: Icon, large, className = '', children }: BadgeProps) => (
	<span
		className={`${classes.badge} ${className}`}
		style={makeBadgeStyle(color)}
		data-large={large || undefined}
		data-badge
	>
		{Icon && <Icon size={large ? 18 : 13} aria-hidden />}
		{children}
	</span>
);
