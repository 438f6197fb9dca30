import type { ToolCall } from './tools.ts';

const JSON_TYPE = 'application/json';
/** The addresses of resources: those of the API, which a client can only read through this server. */
const SCHEME = 'ufundi://';

const listReads = (tools: ReadonlyMap<string, ToolCall>) =>
	[...tools.values()].filter(({ method }) => method === 'GET');

const hasPlaces = ({ path }: ToolCall) => path.includes('{');

const describeRead = ({ tool: { name, title, description } }: ToolCall) => ({
	name,
	title,
	description,
	mimeType: JSON_TYPE,
});

/** Returns the reads of a role that have one address, as resources of the Model Context Protocol. */
export const listResources = (tools: ReadonlyMap<string, ToolCall>) =>
	listReads(tools)
		.filter((call) => !hasPlaces(call))
		.map((call) => ({ uri: `${SCHEME}${call.path}`, ...describeRead(call) }));

/** Returns the reads of a role whose address names an item, with their parameters as URI templates (RFC 6570). */
export const listResourceTemplates = (tools: ReadonlyMap<string, ToolCall>) =>
	listReads(tools).map((call) => {
		const names = call.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
		const query = names.length > 0 ? `{?${names.join(',')}}` : '';
		return { uriTemplate: `${SCHEME}${call.path}${query}`, ...describeRead(call) };
	});

/** Returns the read that a resource's address means, and the arguments in it; nothing for an unknown address. */
export const findResource = (tools: ReadonlyMap<string, ToolCall>, uri: string) => {
	if (!uri.startsWith(SCHEME)) return undefined;
	const [path = '', query] = uri.slice(SCHEME.length).split('?', 2);
	const parts = path.split('/');
	for (const call of listReads(tools)) {
		const places = call.path.split('/');
		if (places.length !== parts.length) continue;
		const given: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
		const fits = places.every((place, at) => {
			const [, name] = /^\{(\w+)\}$/.exec(place) ?? [];
			if (name === undefined) return place === parts[at];
			given[name] = decodePart(parts[at] ?? '');
			return given[name] !== '';
		});
		if (fits) return { call, given };
	}
	return undefined;
};

const decodePart = (part: string) => {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
};
