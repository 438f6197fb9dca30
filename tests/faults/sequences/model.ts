import { nameKey } from '#shared/contract/fields.ts';
import type { ResourceKey } from '#shared/contract/resources.ts';

/** What there is to know of an item, whatever its kind; null where the kind has no such thing. */
export interface Row {
	id: string;
	kind: ResourceKey;
	/** What it lies directly under. */
	parent: string | null;
	name: string;
	order: number;
	/** Somebody has typed its order, so that another may have the same. */
	typed?: boolean;
	version: number;
	published: boolean | null;
	free: boolean | null;
	/** Of a past paper: which one it is about. */
	subject: string | null;
	url: string | null;
}

/** A paper that lost its subject. */
interface Link {
	id: string;
	subject: string;
}

interface Deletion {
	root: string;
	rows: readonly Row[];
	links: readonly Link[];
}

/** What an operation did to an item: what its undo goes by. */
interface Done {
	id: string;
	version: number;
	before?: Partial<Row>;
	left?: { parent: string; columns: Partial<Row>; links: readonly Link[] } | undefined;
	deletion?: string | undefined;
}

/** Why an item is left alone. */
export type Refusal = 'not_found' | 'parent_gone' | 'changed';

/** So many rows may leave a list while another comes. */
const AT_ONCE = 3;

/** The whole catalogue, what is in the trash, and what can be undone. Each change says what its call must answer. */
export class Model {
	rows = new Map<string, Row>();
	deletions = new Map<string, Deletion>();
	operations = new Map<string, readonly Done[]>();
	undone = new Set<string>();
	/** How the rows really are, where two answers would be right. */
	seen: ReadonlyMap<string, Row> = new Map();

	fork() {
		return Object.assign(new Model(), {
			rows: new Map(this.rows),
			deletions: new Map(this.deletions),
			operations: new Map(this.operations),
			undone: new Set(this.undone),
			seen: this.seen,
		});
	}

	listOfKind = (kind: ResourceKey) => [...this.rows.values()].filter((row) => row.kind === kind);
	list = (kind: ResourceKey, under: string | null) =>
		this.listOfKind(kind).filter(({ parent }) => parent === under);

	courseOf = (id: string | null): string | null => {
		const row = this.rows.get(id ?? '');
		return row ? (row.parent === null ? row.id : this.courseOf(row.parent)) : null;
	};

	/** Whether an item lies where an address says. */
	isAt = (id: string | null, parent: string | null, course: string | null) => {
		if (id === null) return true;
		const row = this.rows.get(id);
		return row !== undefined && row.parent === parent && this.courseOf(id) === course;
	};

	last = (kind: ResourceKey, parent: string | null) =>
		Math.max(0, ...this.list(kind, parent).map(({ order }) => order)) + 1;

	/** Last for a row that comes from elsewhere: of two that change places, each may have met the other still there. */
	lastFor = (id: string, kind: ResourceKey, parent: string) => {
		const last = this.last(kind, parent);
		const { parent: now, order = 0 } = this.seen.get(id) ?? {};
		return now === parent && order > last && order <= last + AT_ONCE ? order : last;
	};

	under = (id: string): Row[] => {
		const children = [...this.rows.values()].filter(({ parent }) => parent === id);
		return children.flatMap((child) => [child, ...this.under(child.id)]);
	};

	put = (row: Row) => void this.rows.set(row.id, row);

	edit(id: string, patch: Partial<Row>) {
		const row = this.rows.get(id) as Row;
		const changes = Object.entries(patch).some(([name, value]) => row[name as keyof Row] !== value);
		if (changes) this.put({ ...row, ...patch, version: row.version + 1 });
		return changes;
	}

	/** Papers let go of what they are about. */
	#unlink(papers: readonly Row[]): Link[] {
		return papers.flatMap(({ id, subject }) => {
			if (subject === null) return [];
			this.edit(id, { subject: null });
			return [{ id, subject }];
		});
	}

	/** Links papers again that have no subject and are in its course; later, where one of the two is in the trash. */
	#relink(links: readonly Link[]) {
		for (const link of links) {
			const { id, subject } = link;
			const row = this.rows.get(id);
			if (!row || !this.rows.has(subject)) this.#leave(link);
			else if (row.subject === null && this.isBeside(subject, id)) this.edit(id, { subject });
		}
	}

	#leave({ id, subject }: Link) {
		const holderOf = (one: string) =>
			[...this.deletions].find(([, { rows }]) => rows.some((row) => row.id === one));
		const [deletion, held] = holderOf(subject) ?? holderOf(id) ?? [];
		if (!deletion || !held) return;
		this.deletions.set(deletion, { ...held, links: [...held.links, { id, subject }] });
	}

	isBeside = (subject: string, paper: string) =>
		this.rows.has(subject) && this.courseOf(subject) === this.courseOf(paper);

	about = (subject: string) => [...this.rows.values()].filter((row) => row.subject === subject);

	remove(id: string, deletion: string): Refusal | undefined {
		const row = this.rows.get(id);
		if (!row) return 'not_found';
		const links = row.kind === 'subjects' ? this.#unlink(this.about(id)) : [];
		const rows = [row, ...this.under(id)];
		for (const each of rows) this.rows.delete(each.id);
		this.deletions.set(deletion, { root: id, rows, links });
		return undefined;
	}

	/** Moves rows down that took a number since an item left it, as far as they really were. */
	#makeRoom({ kind, parent, order }: Pick<Row, 'kind' | 'parent' | 'order'>) {
		const rows = this.list(kind, parent);
		if (!rows.some((row) => row.order === order)) return;
		for (const row of rows)
			if (row.order >= order && this.seen.get(row.id)?.order === row.order + 1)
				this.edit(row.id, { order: row.order + 1 });
	}

	restore(deletion: string, inPlace = false): Refusal | undefined {
		const found = this.deletions.get(deletion);
		const [root, ...under] = found?.rows ?? [];
		if (!found || !root) return 'not_found';
		if (root.parent !== null && !this.rows.has(root.parent)) return 'parent_gone';
		this.deletions.delete(deletion);
		if (inPlace) this.#makeRoom(root);
		const order = inPlace ? root.order : this.last(root.kind, root.parent);
		this.put({ ...root, order, typed: inPlace, version: root.version + 1 });
		for (const row of under) this.put(row);
		const lost = found.rows.flatMap(({ id }) => {
			const row = this.rows.get(id) as Row;
			return row.subject === null || this.isBeside(row.subject, id) ? [] : this.#unlink([row]);
		});
		this.#relink([...lost, ...found.links]);
		return undefined;
	}

	/** Takes a deletion out of the trash for good. */
	purge = (deletion: string) => this.deletions.delete(deletion);

	/** These rows, in this order, before that one. */
	arrange(kind: ResourceKey, parent: string | null, ids: readonly string[], before: string | null) {
		const rest = inOrder(this.list(kind, parent)).filter(({ id }) => !ids.includes(id));
		const cut = before === null ? rest.length : rest.findIndex(({ id }) => id === before);
		const moved = ids.map((id) => this.rows.get(id) as Row);
		const all = [...rest.slice(0, cut), ...moved, ...rest.slice(cut)];
		for (const [index, { id }] of all.entries()) {
			this.edit(id, { order: index + 1 });
			this.put({ ...(this.rows.get(id) as Row), typed: false });
		}
	}

	/** All under an item once more; what it was made of leads to its id. */
	copy(source: Row, id: string, own: Partial<Row>, withLinks: boolean) {
		const under = this.under(source.id);
		const ids = new Map(under.map((row) => [row.id, `~${id}:${row.id}`]));
		ids.set(source.id, id);
		const order = this.last(source.kind, source.parent);
		const draft = (row: Row) => ({
			...row,
			version: 1,
			published: row.published === null ? null : false,
			url: withLinks ? row.url : null,
		});
		for (const row of under)
			this.put({
				...draft(row),
				id: ids.get(row.id) as string,
				parent: ids.get(row.parent as string) as string,
				subject: row.subject && (ids.get(row.subject) ?? row.subject),
			});
		this.put({ ...draft(source), ...own, id, order, typed: false });
	}

	/** Moves an item under another parent, last; `back` is where it comes from, and how it was there. */
	move(id: string, parent: string, back?: Done['left']): Done['left'] {
		const row = this.rows.get(id) as Row;
		if (row.parent === parent) return undefined;
		const [from, to] = [this.courseOf(id), this.courseOf(parent)];
		const was = { ...row, ...back?.columns };
		if (back) this.#makeRoom({ kind: row.kind, parent, order: was.order });
		const order = back ? was.order : this.lastFor(id, row.kind, parent);
		const abroad = from !== to;
		const leaving = row.kind === 'subjects' ? this.about(id) : this.under(id);
		const links = abroad ? this.#unlink(leaving) : [];
		const stays =
			was.subject !== null && this.rows.has(was.subject) && this.courseOf(was.subject) === to;
		const subject = abroad ? (stays ? was.subject : null) : row.subject;
		this.put({
			...row,
			parent,
			order,
			typed: back !== undefined,
			subject,
			version: row.version + 1,
		});
		if (back) this.#relink(back.links);
		const columns = { order: row.order, subject: row.subject };
		return { parent: row.parent as string, columns, links };
	}

	/** Takes back what an operation did to one item. */
	takeBack({ id, version, before, left, deletion }: Done): Refusal | undefined {
		if (deletion !== undefined)
			return this.deletions.has(deletion) ? this.restore(deletion, true) : 'changed';
		const row = this.rows.get(id);
		if (!row) return 'not_found';
		if (row.version !== version) return 'changed';
		if (left && !this.rows.has(left.parent)) return 'not_found';
		if (left) this.move(id, left.parent, left);
		else this.edit(id, before ?? {});
		return undefined;
	}
}

/** Display order. */
export const inOrder = (rows: readonly Row[]) =>
	rows.toSorted(
		(a, b) => a.order - b.order || compare(nameKey(a.name), nameKey(b.name)) || compare(a.id, b.id),
	);

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
