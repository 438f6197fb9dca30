import { z } from 'zod/mini';

// zod probes `new Function` to compile parsers, which violates the console's Content-Security-Policy. This must run
// before the first schema is made.
if ('document' in globalThis) z.config({ jitless: true });

/** Registry of OpenAPI metadata of schemas: name, format, description. */
const openapi = z.globalRegistry;

/** Registry of fields that a body may contain without effect. */
const withoutEffect = z.registry<{ names: readonly string[] }>();

/** Lets a body contain fields of the answer that it cannot change, so that callers can send back what they read. */
export const ignoreFields = <Schema extends z.ZodMiniType>(
	schema: Schema,
	names: readonly string[],
) => {
	withoutEffect.add(schema, { names });
	return schema;
};

/** Returns the fields that a body of this schema may contain without effect. */
export const listIgnoredFields = (schema: z.core.$ZodType) =>
	withoutEffect.get(schema as z.ZodMiniType)?.names ?? [];

/** Makes an object schema with a name in OpenAPI. */
export const component = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
	z.object(shape).register(openapi, { id });

/** Makes a named object schema from another one and further fields. */
export const extendComponent = <Base extends z.ZodMiniObject, Shape extends z.core.$ZodLooseShape>(
	id: string,
	base: Base,
	shape: Shape,
) => z.extend(base, shape).register(openapi, { id });

/** Adds a description for OpenAPI to a schema, if it names values of the code; all others are in `descriptions.json`. */
export const describeAs = <Schema extends z.ZodMiniType>(
	schema: Schema,
	description: string | undefined,
) => {
	if (description !== undefined) openapi.add(schema, { ...openapi.get(schema), description });
	return schema;
};

export { openapi, z };
