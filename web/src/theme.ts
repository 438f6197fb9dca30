import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** The accent colour, a deep green-blue, for the next action. White text on shade 7 has a contrast of 6.4:1. */
const brand = [
	'#ecf8f5',
	'#d6eee8',
	'#aaddd1',
	'#7bcab8',
	'#54b9a4',
	'#2f9c87',
	'#178271',
	'#0f6b60',
	'#0b564d',
	'#073f39',
] as const;

/** Mantine's red, darkened for white text on red and for red text. */
const red = [
	'#fdf0ef',
	'#fadcda',
	'#f5b8b4',
	'#f0938d',
	'#e8726b',
	'#d9534b',
	'#cc3f37',
	'#b9332c',
	'#9d2822',
	'#7d1d18',
] as const;

/** Greys with a tint of the accent. */
const gray = [
	'#f7f9f9',
	'#eff3f2',
	'#e3e9e8',
	'#d3dbda',
	'#b9c4c3',
	'#8d9a99',
	'#687574',
	'#4c5857',
	'#333d3c',
	'#1d2524',
] as const;

const dark = [
	'#dbe3e2',
	'#bccac8',
	'#9aa9a7',
	'#6f7f7d',
	'#42504e',
	'#313d3b',
	'#232d2b',
	'#19211f',
	'#121817',
	'#0b100f',
] as const;

/** Theme of the console: system fonts, 8 px spacing, and a density for a day's work. */
export const theme = createTheme({
	colors: { brand, red, gray, dark },
	primaryColor: 'brand',
	primaryShade: 7,
	fontFamily:
		'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
	fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
	defaultRadius: 'md',
	radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '16px' },
	spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
	headings: {
		fontWeight: '600',
		sizes: {
			h1: { fontSize: '1.375rem', lineHeight: '1.3' },
			h2: { fontSize: '1.125rem', lineHeight: '1.35' },
			h3: { fontSize: '1rem', lineHeight: '1.4' },
		},
	},
	cursorType: 'pointer',
	focusRing: 'auto',
	respectReducedMotion: true,
	// Plain objects, because `Component.extend` would load the code of every component named here at the start.
	components: {
		ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
		Alert: { defaultProps: { variant: 'light' } },
		Button: { defaultProps: { fw: 500 } },
		// Their `<header>` would be a second banner of the page.
		DrawerHeader: { defaultProps: { role: 'presentation' } },
		ModalHeader: { defaultProps: { role: 'presentation' } },
		Select: {
			defaultProps: { allowDeselect: false, checkIconPosition: 'right' },
		},
		Switch: { defaultProps: { withThumbIndicator: false } },
		Textarea: { defaultProps: { autosize: true, minRows: 3, maxRows: 12 } },
	},
});

/**
 * Returns the CSS variables of the console. Replaces Mantine's dimmed, placeholder and error colours, which have too
 * little contrast for WCAG AA.
 */
export const cssVariables: CSSVariablesResolver = () => ({
	variables: {},
	light: {
		'--mantine-color-dimmed': '#5a6766',
		'--mantine-color-placeholder': '#6c7978',
		'--mantine-color-error': '#b9332c',
		'--mantine-color-anchor': brand[7],
		'--mantine-color-red-light': '#fdf1f0',
		'--mantine-color-yellow-light-color': '#7a4d00',
		'--ufundi-good': '#0f6b60',
		'--ufundi-waiting': '#b06f00',
		'--ufundi-bad': '#cc3f37',
		'--ufundi-failed-line': '#efc3c0',
		'--ufundi-hover': '#f1f5f4',
		'--ufundi-field-line': '#8d9a99',
		'--ufundi-track': gray[3],
		'--ufundi-trough': gray[1],
		'--ufundi-skeleton': gray[3],
		'--ufundi-raised': '#ffffff',
	},
	dark: {
		'--mantine-color-body': '#161d1c',
		'--mantine-color-dimmed': '#a3b1af',
		'--mantine-color-placeholder': '#8b9a98',
		'--mantine-color-error': '#f29a94',
		'--mantine-color-anchor': brand[3],
		'--mantine-color-brand-light': 'rgb(84 185 164 / 15%)',
		'--mantine-color-brand-light-hover': 'rgb(84 185 164 / 22%)',
		'--mantine-color-brand-light-color': brand[2],
		'--mantine-color-gray-light': 'rgb(255 255 255 / 8%)',
		'--mantine-color-gray-light-hover': 'rgb(255 255 255 / 12%)',
		'--mantine-color-gray-light-color': dark[0],
		'--mantine-color-red-light': 'rgb(232 114 107 / 14%)',
		'--mantine-color-red-light-hover': 'rgb(232 114 107 / 20%)',
		'--mantine-color-red-light-color': red[2],
		'--ufundi-good': '#54b9a4',
		'--ufundi-waiting': '#e0a63a',
		'--ufundi-bad': '#e8726b',
		'--ufundi-failed-line': '#5b3431',
		'--ufundi-hover': '#25302d',
		'--ufundi-field-line': '#6f7f7d',
		'--ufundi-track': dark[5],
		'--ufundi-trough': dark[8],
		'--ufundi-skeleton': dark[4],
		'--ufundi-raised': dark[5],
	},
});
