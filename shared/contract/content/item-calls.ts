import { type Call, defineCalls } from '../../call.ts';
import { z } from '../../zod.ts';
import { success } from '../platform/errors.ts';
import { id } from '../platform/fields.ts';
import { externalIdFilter, makePageSchema } from '../platform/lists.ts';
import { copyRequest } from './copies.ts';
import { deletionForecast } from './deletion-impact.ts';
import { nextOrder, orderedRows, orderRequest } from './ordering.ts';
import { preflight, preflightQuery, publishedAll, publishRequest } from './preflight.ts';
import { type AnyResource, buildItemPath } from './resource.ts';

/** Another answer to the read of an item, for callers whose query asks for it. */
export interface OtherView {
	query: z.ZodMiniObject;
	answer: z.ZodMiniType;
}

/** Converts a label such as 'Exam set' to the noun of an operation id: 'ExamSet'. */
export const toOperationNoun = (label: string) =>
	label.replace(/(?:^|\W+)(\w)/g, (_, letter: string) => letter.toUpperCase());

const listQuery = z.object({ external_id: externalIdFilter() });
const removed = z.extend(success(z.null()), { deletion: id() });

const listWords = ({ label, plural }: AnyResource) => {
	const noun = label.toLowerCase();
	return {
		name: toOperationNoun(label),
		names: toOperationNoun(plural),
		noun,
		nouns: plural.toLowerCase(),
		aNoun: /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`,
	};
};

/** Returns the calls on the items of a kind under its path, by what they do. */
export const buildItemCalls = (resource: AnyResource, view?: OtherView) => {
	const { path, item, create, update } = resource;
	const one = buildItemPath(resource) as `/${string}`;
	const list = path as `/${string}`;
	const { name, names, noun, nouns, aNoun } = listWords(resource);
	const { read, write } = resource;
	// Counts change without the version.
	const versioned: Call['versioned'] = 'stats' in item.shape ? true : 'whole';
	return defineCalls({
		list: {
			id: `list${names}`,
			at: `GET ${list}`,
			permission: read,
			summary: `Lists ${nouns} in display order`,
			query: listQuery,
			answer: z.array(item),
			versioned: 'whole',
		},
		get: {
			id: `get${name}`,
			at: `GET ${one}`,
			permission: read,
			summary: `Retrieves ${aNoun}`,
			...(view && { query: view.query }),
			answer: view ? z.union([item, view.answer]) : item,
			versioned,
		},
		getImpact: {
			id: `get${name}DeletionImpact`,
			at: `GET ${one}/deletion-impact`,
			permission: read,
			summary: `Counts the content that is deleted with the ${noun}`,
			answer: deletionForecast,
		},
		create: {
			id: `create${name}`,
			at: `POST ${list}`,
			permission: write,
			summary: `Creates ${aNoun}`,
			body: create,
			status: 201,
			answer: item,
			failures: ['editors_only', 'external_id_taken'],
			repeatable: true,
			versioned: true,
		},
		update: {
			id: `update${name}`,
			at: `PUT ${one}`,
			permission: write,
			summary: `Updates ${aNoun}; omitted fields keep their values`,
			body: update,
			answer: item,
			failures: ['editors_only', 'external_id_taken'],
			guarded: true,
			versioned: true,
		},
		remove: {
			id: `delete${name}`,
			at: `DELETE ${one}`,
			permission: write,
			summary: `Moves ${aNoun} and its contents to the trash`,
			description: '`deletion` is the id to restore it with.',
			answer: removed,
			whole: true,
			failures: ['editors_only'],
			guarded: true,
		},
		copy: {
			id: `copy${name}`,
			at: `POST ${one}/copy`,
			permission: write,
			summary: `Copies the ${noun} and its contents`,
			description:
				'The copy is a draft, last in order. `structure` omits the links to files. Without a `name`, the year or series in the old name is replaced, or the name is "Copy of …".',
			body: copyRequest(resource),
			status: 201,
			answer: item,
			failures: ['external_id_taken'],
			repeatable: true,
			versioned: true,
		},
	});
};

/** Returns the calls on the order of the items of a kind. */
export const buildOrderCalls = (resource: AnyResource) => {
	const { path, read, write } = resource;
	const { name, names, noun, nouns } = listWords(resource);
	return defineCalls({
		reorder: {
			id: `reorder${names}`,
			at: `POST ${path as '/'}/order`,
			permission: write,
			summary: `Moves ${nouns} within their list`,
			description:
				'Puts the rows before the row `before`, or at the end, and renumbers the list from 1.',
			body: orderRequest,
			answer: orderedRows,
			failures: ['editors_only'],
			repeatable: true,
			versioned: true,
		},
		getNext: {
			id: `getNext${name}Order`,
			at: `GET ${path as '/'}/next-order`,
			permission: read,
			summary: `Retrieves the order number that puts a new ${noun} last`,
			answer: nextOrder,
		},
	});
};

/** A list of one kind of content across all courses. */
export interface CrossList {
	path: string;
	resource: AnyResource;
	query: z.ZodMiniObject;
	item: z.ZodMiniObject;
}

/** Returns the calls on the list of a kind across all courses, and on one item of it by its id alone. */
export const buildCrossCalls = ({ path, resource, query, item }: CrossList) => {
	const { name, names, noun, nouns } = listWords(resource);
	return defineCalls({
		search: {
			id: `search${names}`,
			at: `GET ${path as '/'}`,
			permission: resource.read,
			summary: `Lists ${nouns} of all courses`,
			query,
			answer: makePageSchema(item),
		},
		find: {
			id: `find${name}`,
			at: `GET ${path as '/'}/:id`,
			permission: resource.read,
			summary: `Retrieves a single ${noun} by its id alone`,
			answer: item,
			versioned: true,
		},
	});
};

/** The kinds that are checked and published with what is inside. */
export const checkedKinds = ['courses', 'subjects', 'examSets'] as const;

/** Returns the calls that check an item of a kind before it is published, and that publish it. */
export const buildPreflightCalls = (resource: AnyResource) => {
	const one = buildItemPath(resource) as '/';
	const { name, noun } = listWords(resource);
	return defineCalls({
		check: {
			id: `check${name}`,
			at: `GET ${one}/preflight`,
			permission: resource.read,
			summary: `Checks the ${noun} before it is published`,
			description:
				'Finds problems that learners meet now, and those that they would meet once the drafts are published. Problems that publishing mends are marked. With `drafts=false`, the drafts inside stay drafts.',
			query: preflightQuery,
			answer: preflight,
		},
		publish: {
			id: `publish${name}`,
			at: `POST ${one}/publish-all`,
			permission: 'content:publish',
			summary: `Publishes the ${noun} and the drafts inside`,
			description:
				'Findings do not block publishing: where there are any that publishing does not mend, the call answers 409 `not_ready`, with the check in `data`, unless `anyway` is true. The audit trail keeps the `reason`. With `drafts: false`, the drafts inside stay drafts. Of more than 1,000 items of a kind, `POST /bulk` runs the rest.',
			body: publishRequest,
			answer: publishedAll,
			failures: ['editors_only', 'not_ready'],
			repeatable: true,
		},
	});
};
