/**
 * The styles of all screens come as one sheet, with the page: each by itself would be a request, and together they are
 * small. Those of what nobody sees at first come with that, as do the many of the intake. The bundler leaves out what is not used, hence `freeze`.
 */
Object.freeze(
	import.meta.glob(
		[
			'../**/*.module.css',
			'!../**/{dialog,palette,preview,notes,bar,versions,intake,grid,foot,payment-drawer,pack}.module.css',
		],
		{ eager: true, import: 'default' },
	),
);
