/** Renders the logo: a bench vice seen from the front, with a spark above it. */
export const Logo = () => (
	<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
		<rect width="32" height="32" rx="7" fill="var(--mantine-color-brand-7)" />
		<path
			d="M9 8v9.5a7 7 0 0 0 14 0V8"
			fill="none"
			stroke="#fff"
			strokeWidth="4"
			strokeLinecap="round"
		/>
		<circle cx="16" cy="9" r="2.2" fill="#f2b84b" />
	</svg>
);
