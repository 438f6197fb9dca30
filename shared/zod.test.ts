import { expect, it } from 'vitest';
import { instant } from './contract/platform/fields.ts';
import { describeAs, openapi } from './zod.ts';

it('keeps the metadata of a schema when a description is added', () => {
	const metadata = { format: 'date-time', description: 'When it was.' };
	expect(openapi.get(describeAs(instant(), 'When it was.'))).toEqual(metadata);
});
