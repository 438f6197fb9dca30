import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findAccountProblem } from '#shared/account.ts';
import { UPLOAD_MAX_BYTES } from '#shared/contract/content/files.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import type { Row } from '../../content/resources/rows.ts';
import { listParentKinds, tables } from '../../content/resources/tables.ts';
import { AppError } from '../../platform/errors.ts';
import { inspect, readExtension } from '../../platform/files/inspect/inspect.ts';
import { createByteSource } from '../../platform/files/staging.ts';
import type { FindExisting } from './existing.ts';
import { describeShape, getKeyColumn, kinds, readSource, type SourceRow } from './read.ts';
import type { Refusal } from './report.ts';

/** The files of a catalogue folder, found by name and each inspected at most once. */
interface Attachments {
	find: (name: string) => Promise<Attachment | string>;
	unused: () => string[];
}

export interface Attachment {
	name: string;
	path: string;
	extension: string;
}

const check = async (path: string, name: string): Promise<Attachment | string> => {
	const { size } = await stat(path);
	if (size > UPLOAD_MAX_BYTES) return `The file is larger than ${UPLOAD_MAX_BYTES / 1024 ** 2} MB.`;
	const file = await open(path);
	try {
		const extension = readExtension(name);
		await inspect(createByteSource(file, size), extension);
		return { name, path, extension };
	} catch (error) {
		if (error instanceof AppError) return error.message;
		throw error;
	} finally {
		await file.close();
	}
};

/** Opens the folder `files` of a catalogue folder. A missing folder counts as empty. */
const openAttachments = async (folder: string): Promise<Attachments> => {
	const entries = await readdir(join(folder, 'files'), { withFileTypes: true }).catch(() => []);
	// Names are compared in one Unicode form: archives made on a Mac use another one.
	const paths = new Map(
		entries
			.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
			.map(({ name }) => [name.normalize('NFC'), join(folder, 'files', name)]),
	);
	const checked = new Map<string, Promise<Attachment | string>>();
	return {
		find: (name) => {
			const path = paths.get(name);
			if (path === undefined) return Promise.resolve('The folder “files” has no such file');
			const answer = checked.get(name) ?? check(path, name);
			checked.set(name, answer);
			return answer;
		},
		unused: () => [...paths.keys()].filter((name) => !checked.has(name)).sort(),
	};
};

/** A row of a sheet, for rows that refer to it. */
export interface Candidate {
	key: ResourceKey;
	file: string;
	row: number;
	parent: Candidate | undefined;
	about: Candidate | undefined;
	attachment: Attachment | undefined;
	/** Its own key, or ''. */
	text?: string;
	/** The row that this one changes, with `--update`. */
	existing?: Row | undefined;
	input: Record<string, unknown>;
}

/** A checked catalogue folder. */
export interface CheckedCatalogue {
	/** Parents before children; each kind in the order of its file. */
	accepted: Candidate[];
	/** As they are written in the file. */
	accounts: string[];
	refused: Refusal[];
	notes: string[];
}

type Refuse = (message: string) => void;
type Cells = SourceRow['cells'];
type Shape = ReturnType<typeof describeShape>;

const readText = (cell: unknown) =>
	cell === undefined || cell === null ? '' : String(cell).trim().normalize('NFC');

const toCandidate = (key: ResourceKey, existing: Row): Candidate => {
	const above = listParentKinds(key).at(-1);
	const id = above && (existing[tables[above].column] as string);
	return {
		...{ key, existing, file: '', row: 0, about: undefined, attachment: undefined, input: {} },
		parent: above && toCandidate(above, { ...existing, id: id as string }),
	};
};

const openReferences = (findExisting?: FindExisting) => {
	const rows = new Map<string, Candidate>();
	/** Returns a row of the database to refer to, with its parents. */
	const findStored = (key: ResourceKey, externalId: string): Candidate | undefined => {
		const existing = findExisting?.(key, externalId);
		return existing && toCandidate(key, existing);
	};
	return {
		claim: (candidate: Candidate, cell: unknown) => {
			const text = readText(cell);
			const name = `${candidate.key} ${text}`;
			const first = rows.get(name);
			if (first) return `The key “${text}” is already that of row ${first.row}`;
			if (text !== '') rows.set(name, candidate);
			return undefined;
		},
		resolve: (key: ResourceKey, cells: Cells, refuse: Refuse) => {
			const text = readText(cells[getKeyColumn(key)]);
			const { label } = resources[key];
			const noun = label.toLowerCase();
			const found = rows.get(`${key} ${text}`) ?? findStored(key, text);
			if (text === '') refuse(`${label} is required`);
			else if (!found) refuse(`There is no ${noun} with the key “${text}”`);
			return found;
		},
	};
};

const findAttachment = async (
	{ link }: Shape,
	cells: Cells,
	attachments: Attachments,
	refuse: Refuse,
) => {
	if (link === undefined || readText(cells.file) === '') return undefined;
	const name = readText(cells.file);
	const attachment = await attachments.find(name);
	if (typeof attachment === 'string') refuse(`${name}: ${attachment}`);
	else if (readText(cells[link]) === '') return attachment;
	else refuse(`Give either ${link} or file, not both`);
	return undefined;
};

const buildInput = (
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
	// A placeholder of the right form: the file has no link yet.
	if (link && attachment) values[link] = `/files/${'0'.repeat(64)}.${attachment.extension}`;
	const { data, error } = resource.create.safeParse(values);
	const firsts = new Map<PropertyKey | undefined, string>();
	for (const { path, message } of error?.issues ?? [])
		if (!firsts.has(path[0])) firsts.set(path[0], message);
	for (const message of firsts.values()) refuse(message);
	return data ?? {};
};

/** Returns why a row cannot change its existing row: it would have to move. */
const findMove = ({ parent, existing }: Candidate) => {
	if (!existing || !parent) return undefined;
	const isSame = existing[tables[parent.key].column] === parent.existing?.id;
	return isSame
		? undefined
		: `The row with the external id “${existing.external_id}” is under another ${resources[parent.key].label.toLowerCase()}; an import moves nothing`;
};

const isSameRow = (one: Candidate, other: Candidate) =>
	one === other || (one.existing !== undefined && one.existing.id === other.existing?.id);

const checkRow = async (
	key: ResourceKey,
	{ file, row, cells }: SourceRow,
	references: ReturnType<typeof openReferences>,
	attachments: Attachments,
	findExisting: FindExisting | undefined,
) => {
	const shape = describeShape(key);
	const messages: string[] = [];
	const refuse = (message: string) => messages.push(message);

	const parent = shape.parent && references.resolve(shape.parent, cells, refuse);
	const { about: other } = shape;
	const isAbout = other !== undefined && readText(cells[getKeyColumn(other.key)]) !== '';
	const about = isAbout ? references.resolve(other.key, cells, refuse) : undefined;
	if (other && about?.parent && parent?.parent && !isSameRow(about.parent, parent.parent))
		refuse(`${resources[other.key].label} must be one of the course`);
	const attachment = await findAttachment(shape, cells, attachments, refuse);
	const own = buildInput(shape, cells, attachment, refuse);

	const text = readText(cells.key);
	if (findExisting && text === '') refuse('With --update, every row needs a key');
	const named = readText(cells.external_id);
	if (findExisting && named !== '' && named !== text)
		refuse(
			`The key “${text}” and the external id “${named}” differ. With --update, the key becomes the external id: leave one out`,
		);
	const existing = findExisting?.(key, text);
	const isAboutEmptied = other && cells[getKeyColumn(other.key)] === null;
	const input = isAboutEmptied ? { ...own, [other.field]: null } : own;
	const candidate = { key, file, row, parent, about, attachment, input, existing, text };
	const move = findMove(candidate);
	if (move) refuse(move);
	const taken = references.claim(candidate, cells.key);
	if (taken) refuse(taken);
	return { candidate, messages };
};

const sortRefusals = (refused: readonly Refusal[]) => {
	const fileOf = ({ file }: Refusal) =>
		kinds.findIndex((key) => file.startsWith(`${resources[key].slug}.`));
	return refused.toSorted((a, b) => fileOf(a) - fileOf(b) || (a.row ?? 0) - (b.row ?? 0));
};

/**
 * Checks the rows, references and files of a catalogue folder; writes nothing. With `findExisting`, rows can change and
 * refer to rows of the database by their external ids.
 */
export const checkCatalogue = async (
	folder: string,
	findExisting?: FindExisting,
): Promise<CheckedCatalogue> => {
	const { rows, accounts: accountRows, refused, notes } = await readSource(folder);
	const attachments = await openAttachments(folder);
	const references = openReferences(findExisting);
	const accepted: Candidate[] = [];
	for (const key of kinds)
		for (const row of rows[key] ?? []) {
			const { candidate, messages } = await checkRow(
				key,
				row,
				references,
				attachments,
				findExisting,
			);
			if (messages.length === 0) accepted.push(candidate);
			refused.push(...messages.map((message) => ({ file: row.file, row: row.row, message })));
		}
	const accounts = accountRows.flatMap(({ file, row, cells }) => {
		const account = readText(cells.account);
		const message = findAccountProblem(account);
		if (message !== undefined) refused.push({ file, row, message });
		return message === undefined ? [account] : [];
	});
	const unused = attachments.unused();
	if (unused.length > 0)
		notes.push(`No row names these files, and they were ignored: ${unused.join(', ')}.`);
	return { accepted, accounts, refused: sortRefusals(refused), notes };
};
