import type { Plugin } from 'vite';

const SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;

/**
 * Leaves out of zod what describes a schema as JSON Schema, which only the server does: a tenth of
 * zod, and a function made for each schema when the console starts.
 */
export const zodValidates = (): Plugin => ({
	name: 'zod-validates',
	apply: 'build',
	transform(code, id) {
		if (!SCHEMAS.test(id)) return undefined;
		const without = code
			.replace(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
			.replace(/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined')
			.replace(/^\s*toJSONSchema\(params\) \{\n.*\n\s*\},$/gm, '');
		if (/processors\.\w+Processor\(|create\w*JSONSchemaMethod\(/.test(without))
			this.error('zod describes schemas in a way that is not known here.');
		return { code: without, map: null };
	},
});
