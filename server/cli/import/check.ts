import { OWN_FILE } from '#shared/contract/fields.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { type Attachment, type Attachments, openAttachments } from './attachments.ts';
import { keyColumn, kinds, shapeOf } from './kinds.ts';
import { readSource, type SourceRow } from './read.ts';
import { placeName, type Refusal } from './report.ts';

/** A row that has passed, or that others may refer to although it has not. */
export interface Candidate {
	key: ResourceKey;
	file: string;
	row: number;
	refused: boolean;
	parent: Candidate | undefined;
	/** The row that it is about besides its parent: the subject of a past paper. */
	about: Candidate | undefined;
	attachment: Attachment | undefined;
	/** The input of its create call, but for ids and for the link to its own file. */
	input: Record<string, unknown>;
}

/** A catalogue folder, checked: what could be imported, and what is refused and why. */
export interface CheckedCatalogue {
	/** Parents before children, each kind in the order of its file. */
	accepted: Candidate[];
	refused: Refusal[];
	notes: string[];
}

type Refuse = (message: string) => void;
type Cells = SourceRow['cells'];
type Shape = ReturnType<typeof shapeOf>;

/** Keys compare as trimmed text, so that 7 in a sheet and 7 in JSON are one key. */
const textOf = (cell: unknown) =>
	cell === undefined || cell === null
		? ''
		: (typeof cell === 'string' ? cell : JSON.stringify(cell)).trim().normalize('NFC');

/** The rows met so far, by their kind and key. */
const openReferences = () => {
	const rows = new Map<string, Candidate>();
	return {
		/** Takes a key for a row; says why not when another has it. */
		claim: (candidate: Candidate, cell: unknown) => {
			const text = textOf(cell);
			const name = `${candidate.key} ${text}`;
			const first = rows.get(name);
			if (first) return `The key “${text}” is already that of ${placeName(first)}`;
			if (text !== '') rows.set(name, candidate);
			return undefined;
		},
		/** The row that a cell refers to; tells `refuse` when there is none, or none that is accepted. */
		resolve: (key: ResourceKey, cells: Cells, refuse: Refuse) => {
			const text = textOf(cells[keyColumn(key)]);
			const { label } = resources[key];
			const noun = label.toLowerCase();
			const found = rows.get(`${key} ${text}`);
			if (text === '') refuse(`${label} is required`);
			else if (!found) refuse(`There is no ${noun} with the key “${text}”`);
			else if (found.refused) refuse(`Its ${noun} “${text}” (${placeName(found)}) is refused`);
			return found;
		},
	};
};

/** The file that a row names, when it may have it. */
const attachmentOf = async (
	{ link }: Shape,
	cells: Cells,
	attachments: Attachments,
	refuse: Refuse,
) => {
	if (link === undefined || textOf(cells.file) === '') return undefined;
	const name = textOf(cells.file);
	const found = await attachments.find(name);
	if (typeof found === 'string') refuse(`${name}: ${found}`);
	else if (textOf(cells[link]) === '') return found;
	else refuse(`Give either ${link} or file, not both`);
	return undefined;
};

/** The fields of a row as its create call wants them; each is refused in the call's own words. */
const inputOf = (
	{ resource, fields, link, links }: Shape,
	cells: Cells,
	attachment: Attachment | undefined,
	refuse: Refuse,
): Candidate['input'] => {
	const values = Object.fromEntries(
		fields.flatMap((field) => (cells[field] === undefined ? [] : [[field, cells[field]]])),
	);
	for (const field of links)
		if (OWN_FILE.test(String(values[field])))
			refuse('A link must be absolute; a file of this folder is named in the column “file”');
	// What its link will look like: the file has none yet.
	if (link && attachment) values[link] = `/files/${'0'.repeat(64)}.${attachment.extension}`;
	const { data, error } = resource.create.safeParse(values);
	const firsts = new Map<PropertyKey | undefined, string>();
	for (const { path, message } of error?.issues ?? [])
		if (!firsts.has(path[0])) firsts.set(path[0], message);
	for (const message of firsts.values()) refuse(message);
	return data ?? {};
};

const checkRow = async (
	key: ResourceKey,
	{ file, row, cells }: SourceRow,
	known: ReturnType<typeof openReferences>,
	attachments: Attachments,
) => {
	const shape = shapeOf(key);
	const messages: string[] = [];
	const refuse = (message: string) => messages.push(message);

	const parent = shape.parent && known.resolve(shape.parent, cells, refuse);
	const { about: other } = shape;
	const isAbout = other !== undefined && textOf(cells[keyColumn(other.key)]) !== '';
	const about = isAbout ? known.resolve(other.key, cells, refuse) : undefined;
	if (other && about?.parent && parent?.parent && about.parent !== parent.parent)
		refuse(`${resources[other.key].label} must be one of the course`);
	const attachment = await attachmentOf(shape, cells, attachments, refuse);
	const input = inputOf(shape, cells, attachment, refuse);

	const candidate = { key, file, row, refused: false, parent, about, attachment, input };
	const taken = known.claim(candidate, cells.key);
	if (taken) refuse(taken);
	candidate.refused = messages.length > 0;
	return { candidate, messages };
};

const inOrder = (refused: readonly Refusal[]) => {
	const fileOf = ({ file }: Refusal) =>
		kinds.findIndex((key) => file.startsWith(`${resources[key].word}.`));
	return refused.toSorted((a, b) => fileOf(a) - fileOf(b) || (a.row ?? 0) - (b.row ?? 0));
};

/** Checks the rows, references and files of a catalogue folder. Needs no database, writes nothing. */
export const checkCatalogue = async (folder: string): Promise<CheckedCatalogue> => {
	const { rows, refused, notes } = await readSource(folder);
	const attachments = await openAttachments(folder);
	const known = openReferences();
	const accepted: Candidate[] = [];
	for (const key of kinds)
		for (const row of rows[key] ?? []) {
			const { candidate, messages } = await checkRow(key, row, known, attachments);
			if (messages.length === 0) accepted.push(candidate);
			refused.push(...messages.map((message) => ({ file: row.file, row: row.row, message })));
		}
	const unused = attachments.unused();
	if (unused.length > 0)
		notes.push(`No row names these files, and they were ignored: ${unused.join(', ')}.`);
	return { accepted, refused: inOrder(refused), notes };
};
