import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const choices = [
	['light', 'Light', IconSun],
	['auto', 'Use system setting', IconDeviceDesktop],
	['dark', 'Dark', IconMoon],
] as const;

/** Chooses the colour scheme: light, dark, or the system's. */
export const SchemeSwitch = () => {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	return (
		<SegmentedControl
			fullWidth
			aria-label="Colour scheme"
			value={colorScheme}
			onChange={setColorScheme as (scheme: string) => void}
			data={choices.map(([value, name, Icon]) => ({
				value,
				label: (
					<span title={name}>
						<Icon size={18} stroke={1.6} aria-hidden style={{ display: 'block', margin: 'auto' }} />
						<VisuallyHidden>{name}</VisuallyHidden>
					</span>
				),
			}))}
		/>
	);
};
