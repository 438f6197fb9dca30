/** What each figure and word of the pack means. */
export const definitions: readonly (readonly [string, string])[] = [
	[
		'Month',
		'From its first day at 00:00 to its last at 24:00, East Africa Time, by M-Pesa’s clock.',
	],
	[
		'Statement in',
		'Paid to us, as the statements of M-Pesa’s portal have it, without moves between our own accounts.',
	],
	[
		'Statement out',
		'Charges, reversals and withdrawals on the statements, without moves between our own accounts.',
	],
	[
		'Books',
		'Completed payments of ours: those that a line of a statement is about by the time of the line, others by the time that M-Pesa gave.',
	],
	['Difference', 'Statement in less books.'],
	[
		'Explained',
		'The part of the difference that waits for a statement, or that somebody decided about.',
	],
	[
		'Unexplained',
		'All that is open, each amount by its size: two that cancel each other out are not 0.',
	],
	['Exception', 'A line or payment that somebody decided about, or that is open.'],
	[
		'Adjustment',
		'What is known of a closed month since its closing. It changes none of its figures, and stands in the pack of the month in which it came.',
	],
	['Failures', 'Payments that were begun in the month and failed, by M-Pesa’s result code.'],
	[
		'Checksum',
		'SHA-256 of the figures, written line by line as the sheet Checksum has them. Its line Rows has the SHA-256 of the sheet Rows: every exception and everything that was given back, by its facts and who decided why; its line Adjustments, where there are some of months closed before, that of the sheet Adjustment rows. Two packs with the same one have the same figures, rows and adjustments.',
	],
];
