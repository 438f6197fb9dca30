import { type AnyResource, columnOf } from '#shared/contract/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { above } from '../../content/tables.ts';
import { contentStores } from '../../features/content.ts';

/** The kinds of rows, parents first; a folder has one file of each, named by the kind's word. */
export const kinds = Object.keys(contentStores) as ResourceKey[];

/** What a column is called that holds the key of a row of a kind. */
export const keyColumn = (key: ResourceKey) => resources[key].kind;

/** What the columns of a file are, by what the contract says of its kind. */
export const shapeOf = (key: ResourceKey) => {
	const resource: AnyResource = contentStores[key].resource;
	const parent = above(key).at(-1);
	const [reference] = Object.entries(contentStores[key].references);
	const about = reference && { field: reference[0], key: reference[1] };
	const fields = Object.keys(resource.create.shape).filter((field) => field !== about?.field);
	/** The fields that hold a link; a name in the column `file` fills the first. */
	const links = fields.filter((field) => columnOf(resource, field) === 'url');
	const references = [parent, about?.key].flatMap((each) => each ?? []).map(keyColumn);
	const columns = ['key', ...references, ...fields, ...(links.length > 0 ? ['file'] : [])];
	return { resource, parent, about, link: links[0], links, fields, columns };
};
