import { expect, it } from 'vitest';
import { proposeCopy } from './propose.ts';

const july = { id: '1', name: '2025 July Series', year: 2025 };

it.each([
	[july, [july.name], { name: '2026 July Series', year: 2026 }],
	[
		july,
		[july.name, '2026 JULY series', '2027 July Series'],
		{ name: '2028 July Series', year: 2028, instead: '2026 July Series' },
	],
	[
		{ id: '1', name: 'July', year: 2025 },
		['July', 'Copy of July', 'Copy of July (2)'],
		{ name: 'Copy of July (3)', year: 2026, instead: 'Copy of July' },
	],
	[{ id: '1', name: 'Welding' }, ['Welding'], { name: 'Copy of Welding' }],
	[
		{ id: '1', name: 'Welding' },
		['copy of welding'],
		{ name: 'Copy of Welding (2)', instead: 'Copy of Welding' },
	],
	[{ id: '1', name: '2050', year: 2050 }, ['2050'], { name: 'Copy of 2050', year: 2050 }],
])('proposes for %j among %j', (source, names, proposal) => {
	expect(proposeCopy(source, names)).toEqual(proposal);
});
