import { OWN_FILE } from '#shared/contract/fields.ts';
import type { OnProgress } from '../progress.ts';
import { type Attachment, type Attachments, openAttachments } from './attachments.ts';
import { type Entity, entities, fieldsOf, type Kind, kinds } from './entities.ts';
import { readSource, type SourceRow } from './read.ts';
import { type Candidate, type References, references } from './references.ts';
import type { Refusal } from './report.ts';

/** A catalogue folder, checked: what could be imported, and what is refused and why. */
export interface CheckedCatalogue {
	/** Parents before children, each kind in the order of its file. */
	accepted: Candidate[];
	refused: Refusal[];
	notes: string[];
}

type Refuse = (message: string) => void;
type Cells = SourceRow['cells'];

const isAbsent = (cell: unknown) =>
	cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');

/** The file that a row names, when it may have it. */
const attachmentOf = async (
	{ link }: Entity,
	cells: Cells,
	attachments: Attachments,
	refuse: Refuse,
) => {
	if (link === undefined || isAbsent(cells.file)) return undefined;
	const name = String(cells.file).trim().normalize('NFC');
	const found = await attachments.find(name);
	if (typeof found === 'string') refuse(`${name}: ${found}`);
	else if (isAbsent(cells[link])) return found;
	else refuse(`Give either ${link} or file, not both`);
	return undefined;
};

/** What a link to a file looks like before the file has one. */
const futureLink = ({ extension }: Attachment) => `/files/${'0'.repeat(64)}.${extension}`;

/** The fields of a row as its create call wants them; each is refused in the call's own words. */
const inputOf = (
	entity: Entity,
	cells: Cells,
	attachment: Attachment | undefined,
	refuse: Refuse,
): Candidate['input'] => {
	const values: Cells = {};
	for (const field of fieldsOf(entity))
		if (cells[field] !== undefined) values[field] = cells[field];
	for (const field of ['topicUrl', 'url'])
		if (OWN_FILE.test(String(values[field])))
			refuse('A link must be absolute; a file of this folder is named in the column “file”');
	if (entity.link && attachment) values[entity.link] = futureLink(attachment);
	const { data, error } = entity.resource.create.safeParse(values);
	const firsts = new Map<PropertyKey | undefined, string>();
	for (const { path, message } of error?.issues ?? [])
		if (!firsts.has(path[0])) firsts.set(path[0], message);
	for (const message of firsts.values()) refuse(message);
	return data ?? {};
};

const checkRow = async (
	kind: Kind,
	{ file, row, cells }: SourceRow,
	known: References,
	attachments: Attachments,
) => {
	const entity = entities[kind];
	const messages: string[] = [];
	const refuse = (message: string) => messages.push(message);

	const parent = entity.parent && known.resolve(entity.parent, cells[entity.parent.column], refuse);
	const about =
		entity.about && !isAbsent(cells[entity.about.column])
			? known.resolve(entity.about, cells[entity.about.column], refuse)
			: undefined;
	if (entity.about && about?.parent && parent?.parent && about.parent !== parent.parent)
		refuse(entity.about.otherCourse);
	const attachment = await attachmentOf(entity, cells, attachments, refuse);
	const input = inputOf(entity, cells, attachment, refuse);

	const candidate: Candidate = {
		kind,
		file,
		row,
		refused: false,
		parent,
		about,
		attachment,
		input,
	};
	const taken = known.claim(candidate, cells.key);
	if (taken) refuse(taken);
	candidate.refused = messages.length > 0;
	return { candidate, messages };
};

const inOrder = (refused: readonly Refusal[]) => {
	const fileOf = ({ file }: Refusal) => kinds.findIndex((kind) => file.startsWith(`${kind}.`));
	return refused.toSorted((a, b) => fileOf(a) - fileOf(b) || (a.row ?? 0) - (b.row ?? 0));
};

/** Checks the rows, references and files of a catalogue folder. Needs no database, writes nothing. */
export const checkCatalogue = async (
	folder: string,
	onProgress?: OnProgress,
): Promise<CheckedCatalogue> => {
	const { rows, refused, notes } = await readSource(folder);
	const attachments = await openAttachments(folder);
	const known = references();
	const accepted: Candidate[] = [];
	const total = kinds.reduce((sum, kind) => sum + rows[kind].length, 0);
	let done = 0;
	for (const kind of kinds)
		for (const row of rows[kind]) {
			onProgress?.('Checked', done++, total);
			const { candidate, messages } = await checkRow(kind, row, known, attachments);
			if (messages.length === 0) accepted.push(candidate);
			refused.push(...messages.map((message) => ({ file: row.file, row: row.row, message })));
		}
	const unused = attachments.unused();
	if (unused.length > 0)
		notes.push(`No row names these files, and they were ignored: ${unused.join(', ')}.`);
	return { accepted, refused: inOrder(refused), notes };
};
