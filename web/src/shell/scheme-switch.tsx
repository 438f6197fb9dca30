import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from '@tabler/icons-react';
import classes from './shell.module.css';

const choice = (value: MantineColorScheme, name: string, Icon: TablerIcon) => ({
	value,
	label: (
		<span className={classes.scheme} title={name}>
			<Icon size={18} stroke={1.6} aria-hidden />
			<span className={classes.hidden}>{name}</span>
		</span>
	),
});

const choices = [
	choice('light', 'Light', IconSun),
	choice('auto', 'Like the system', IconDeviceDesktop),
	choice('dark', 'Dark', IconMoon),
];

/** Light, dark, or whatever the system says. */
export const SchemeSwitch = () => {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	return (
		<SegmentedControl
			aria-label="Colour scheme"
			size="xs"
			fullWidth
			data={choices}
			value={colorScheme}
			onChange={(value) => setColorScheme(value as MantineColorScheme)}
		/>
	);
};
