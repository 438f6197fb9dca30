import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './scheme-switch.module.css';

const choices = [
	['light', 'Light', IconSun],
	['auto', 'Like the system', IconDeviceDesktop],
	['dark', 'Dark', IconMoon],
] as const;

/**
 * Light, dark, or whatever the system says. Plain radios: Mantine's slide a mark from one to the other,
 * and measuring where it goes would lay out every screen once more before it is shown.
 */
export const SchemeSwitch = () => {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const group = useId();
	return (
		<div role="radiogroup" aria-label="Colour scheme" className={classes.schemes}>
			{choices.map(([value, name, Icon]) => (
				<label key={value} className={classes.scheme} title={name}>
					<input
						type="radio"
						name={group}
						className={classes.radio}
						aria-label={name}
						checked={colorScheme === value}
						onChange={() => setColorScheme(value)}
					/>
					<Icon size={18} stroke={1.6} aria-hidden />
				</label>
			))}
		</div>
	);
};
