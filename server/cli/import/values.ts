import type { z } from '#shared/zod.ts';

const YES = /^(true|yes|1)$/i;
const NO = /^(false|no|0)$/i;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** What a field is beneath its `optional` and `nullable`: 'string', 'number', 'boolean', 'enum' … */
const typeOf = (field: z.ZodMiniType): string => {
	const { type, innerType } = field.def as { type: string; innerType?: z.ZodMiniType };
	return innerType ? typeOf(innerType) : type;
};

/**
 * The value that a cell of a sheet stands for. Text that is no number or no switch stays as it is,
 * so that the field itself refuses it in its own words.
 */
export const cellValue = (cell: string, field: z.ZodMiniType): unknown => {
	const text = cell.trim();
	switch (typeOf(field)) {
		case 'number':
			return NUMBER.test(text) ? Number(text) : cell;
		case 'boolean':
			if (YES.test(text)) return true;
			return NO.test(text) ? false : cell;
		case 'enum':
			return text;
		default:
			return cell;
	}
};
