import { z } from 'zod/mini';

// zod probes `new Function` to compile parsers; under the console's Content-Security-Policy
// that probe is a violation, so a browser never tries. It must run before the first schema is made.
if ('document' in globalThis) z.config({ jitless: true });

/** Registry of OpenAPI metadata of schemas: name, format, description. */
const openapi = z.globalRegistry;

/** An object that has a name in the description of the API. */
export const component = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
	z.object(shape).register(openapi, { id });

/** Extends a named object by more fields under another name. */
export const extended = <Base extends z.ZodMiniObject, Shape extends z.core.$ZodLooseShape>(
	id: string,
	base: Base,
	shape: Shape,
) => z.extend(base, shape).register(openapi, { id });

/** A schema with a sentence about it in the description of the API. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string) => {
	openapi.add(schema, { ...openapi.get(schema), description });
	return schema;
};

export { openapi, z };
