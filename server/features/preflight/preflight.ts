import { isMet, type Preflight, type PreflightOfOne } from '#shared/contract/preflight.ts';
import { type ResourceKey, resources } from '#shared/contract/resources.ts';
import { grouped } from '#shared/grouped.ts';
import { itemColumns } from '../../content/tables.ts';
import type { Db, Trx } from '../../db/database.ts';
import { AppError, notFound } from '../../errors.ts';
import { fewAtATime } from '../../few-at-a-time.ts';
import type { FileStore } from '../../files/store.ts';
import { readCourse, type Thing, withAllUnder } from './catalogue.ts';
import { alone, lookAt, readyDrafts, reportOf } from './report.ts';

/** The kinds that are looked at before they are published. */
export type Checked = 'courses' | 'subjects' | 'examSets';
/** The ids of an address. */
export type Place = Readonly<Record<string, string>>;

/** A thing in its course, and what of it and of what lies under it is not in the store. */
export interface Looked {
	course: Thing;
	root: Thing;
	lost: ReadonlySet<string>;
}

/** So many contents are asked for at once, which a bucket takes some time to answer. */
const TOGETHER = 32;

/** Those contents of a thing, and of what lies under it, that are not in the store. */
const lostIn = async (files: FileStore, thing: Thing) => {
	const contents = new Set([...withAllUnder(thing)].flatMap(({ sha256 }) => sha256 ?? []));
	const lost = new Set<string>();
	const look = async (sha256: string) => {
		// A store that does not answer has lost nothing yet.
		if (!(await files.has(sha256).catch(() => true))) lost.add(sha256);
	};
	await fewAtATime(contents, look, TOGETHER);
	return lost;
};

const inCourse = (course: Thing | undefined, key: ResourceKey, id: string | undefined) => {
	if (course)
		for (const thing of withAllUnder(course))
			if (thing.kind === resources[key].word && thing.id === id) return { course, root: thing };
	throw notFound(resources[key].label);
};

const oneOf = ({ kind, id, name }: Thing, report: Preflight): PreflightOfOne => ({
	kind,
	id,
	name,
	...report,
});

const refuse = (root: Thing, report: Preflight, findings: Preflight['findings']) => {
	const [first, ...rest] = findings;
	const more = rest.length + report.more;
	const text = `${first?.text}${more > 0 ? ` (And ${grouped(more)} more.)` : ''}`;
	throw new AppError('not_ready', text, { data: oneOf(root, report) });
};

/** What is looked at before something is published. */
export const openPreflight = (files: FileStore) => {
	/** A thing of a kind at a place, with all that lies under it. Rejects with `not_found` where there is none. */
	const find = async (db: Db, key: Checked, place: Place) => {
		const course = await readCourse(db, place.courseId ?? '');
		return inCourse(course, key, itemColumns(key, place).id);
	};

	/** The same, and which of its contents are lost; never within a transaction, since a store may be far away. */
	const look = async (db: Db, key: Checked, place: Place): Promise<Looked> => {
		const found = await find(db, key, place);
		return { ...found, lost: await lostIn(files, found.root) };
	};

	/** Rejects with `not_ready` where a thing that is published alone would show what stops it, or warns without a reason. */
	const requireReady = async (
		db: Db,
		key: Checked,
		place: Place,
		reason: string | undefined,
		lost: ReadonlySet<string> = new Set(),
	) => {
		const { course, root } = await find(db, key, place);
		const report = reportOf(alone(lookAt(course, root, lost), root), root);
		const met = report.findings.filter((finding) => isMet(finding, root.id));
		const inTheWay = met.filter(({ severity }) => severity === 'stops' || !reason);
		if (inTheWay.length > 0) refuse(root, report, inTheWay);
	};

	return {
		look,
		requireReady,
		report: ({ course, root, lost }: Looked): Preflight =>
			reportOf(lookAt(course, root, lost), root),
		/** Of one of several, which are published while what lies under them stays as it is. */
		reportAlone: ({ course, root, lost }: Looked): PreflightOfOne =>
			oneOf(root, reportOf(alone(lookAt(course, root, lost), root), root)),
		/**
		 * The drafts under a thing that are ready, itself first; with a reason also what is only warned of. Rejects with
		 * `not_ready` where it is the thing itself that is not.
		 */
		readyUnder: async (
			trx: Trx,
			key: Checked,
			place: Place,
			reason: string | undefined,
			lost: ReadonlySet<string> = new Set(),
		) => {
			const { course, root } = await find(trx, key, place);
			const found = lookAt(course, root, lost);
			const own = (found.get(root) ?? []).filter(
				({ severity, code }) => severity === 'stops' || !(reason || code === 'only_drafts'),
			);
			if (own.length > 0) refuse(root, reportOf(found, root), own);
			return readyDrafts(found, root, reason !== undefined);
		},
		/** What operations ask before they publish one of a kind. */
		checks: {
			subjects: (trx: Trx, place: Place, reason: string | undefined) =>
				requireReady(trx, 'subjects', place, reason),
			examSets: (trx: Trx, place: Place, reason: string | undefined) =>
				requireReady(trx, 'examSets', place, reason),
		},
	};
};
export type LookFirst = ReturnType<typeof openPreflight>;
