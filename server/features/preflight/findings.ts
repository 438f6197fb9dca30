import { OWN_FILE } from '#shared/contract/fields.ts';
import { paperExtensions, topicExtensions } from '#shared/contract/file-types.ts';
import { type Finding, type FindingCode, findingCodes } from '#shared/contract/preflight.ts';
import { type Thing, withAllUnder } from './catalogue.ts';

/** What is known of a course beside its things one by one. */
export interface Known {
	course: Thing;
	/** Contents that are not in the store. */
	lost: ReadonlySet<string>;
	/** Things that link to the same, by what they link to. */
	byContent: ReadonlyMap<string, readonly Thing[]>;
	/** The things that stand first at a place that others share, by each of those others. */
	sharedPlaces: ReadonlyMap<Thing, Thing>;
}

const contentOf = ({ sha256, url }: Thing) => sha256 ?? url;
const hasFile = ({ kind }: Thing) => kind === 'topics' || kind === 'pastpapers';

/** Looks once through a course for what several of its things share. */
export const knownOf = (course: Thing, lost: ReadonlySet<string>): Known => {
	const byContent = new Map<string, Thing[]>();
	const places = new Map<string, Thing>();
	const sharedPlaces = new Map<Thing, Thing>();
	for (const thing of withAllUnder(course)) {
		const content = contentOf(thing);
		if (content) byContent.set(content, [...(byContent.get(content) ?? []), thing]);
		// A marking scheme may stand where its paper does.
		const place = `${thing.kind} ${thing.form} ${thing.above?.id} ${thing.order}`;
		const first = places.get(place);
		if (first) sharedPlaces.set(thing, first);
		else places.set(place, thing);
	}
	return { course, lost, byContent, sharedPlaces };
};

const quoted = ({ name }: Thing) => `“${name}”`;

/** “Paper 1” in “2024 July Series”; what lies right under the course needs no such word. */
const called = (thing: Thing) =>
	hasFile(thing) && thing.above ? `${quoted(thing)} in ${quoted(thing.above)}` : quoted(thing);

const EMPTY = {
	courses: 'has nothing in it. Add a subject or an exam set.',
	subjects: 'has no topics and no past papers. Add a topic.',
	examsets: 'has no past papers. Add one.',
};

const isEmpty = (thing: Thing, { course }: Known) => {
	if (hasFile(thing) || thing.under.length > 0) return false;
	if (thing.kind !== 'subjects') return true;
	return !course.under.some(({ under }) => under.some(({ about }) => about === thing.id));
};

/** Types of files that links elsewhere end in and that nobody studies from on a phone. */
const OTHER_TYPES = /^(pptx?|xlsx?|od[tsp]|rtf|zip|rar|7z|jpe?g|png|gif|bmp|tiff?|exe|apk)$/;

const endingOf = (url: string) => {
	const own = OWN_FILE.exec(url)?.[2];
	return own ?? /\.(\w{2,4})$/.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase();
};

/** The ending of a link to what a thing of its kind may not be; of a page on the web nobody knows. */
const otherType = ({ kind, url }: Thing) => {
	const ending = url ? endingOf(url) : undefined;
	const allowed: readonly string[] = kind === 'topics' ? topicExtensions : paperExtensions;
	return ending && !allowed.includes(ending) && OTHER_TYPES.test(ending) ? ending : undefined;
};

const isLost = ({ url, sha256 }: Thing, { lost }: Known) =>
	url !== null && OWN_FILE.test(url) && (sha256 === null || lost.has(sha256));

/** Of those that link to the same the first one here is no double, but of one elsewhere in the course. */
const doubleOf = (thing: Thing, root: Thing, { byContent }: Known) => {
	const same = byContent.get(contentOf(thing) ?? '') ?? [];
	if (same.length < 2) return undefined;
	const isHere = (each: Thing) => root.above === undefined || each.above === root;
	const first = same.find(isHere);
	return first === thing ? same.find((each) => !isHere(each)) : first;
};

const isFree = ({ free, above }: Thing) => free || above?.free === true;

/** Whether all that has a file must be paid for; undefined where there is nothing of the kind. */
const needsPrice = (course: Thing) => {
	const things = [...withAllUnder(course)].filter(hasFile);
	return { some: things.some((each) => !isFree(each)), all: !things.some(isFree), things };
};

type Rule = (thing: Thing, root: Thing, known: Known) => string | undefined | null | false;

const rules: readonly (readonly [FindingCode, Rule])[] = [
	['nothing_in_it', (thing, _, known) => isEmpty(thing, known) && EMPTY[thing.kind as 'courses']],
	['no_file', (thing) => hasFile(thing) && !thing.url && 'has no file. Add one.'],
	[
		'file_missing',
		(thing, _, known) =>
			isLost(thing, known) && 'links to a file that is not there any more. Upload it again.',
	],
	[
		'unreadable',
		({ inside }) =>
			inside?.problem && `has a file that may be damaged. ${inside.problem} Open it and see.`,
	],
	[
		'scan',
		({ inside }) =>
			inside?.text === 'scan' &&
			'is a scan without text: nobody can search it, or have it read aloud.',
	],
	[
		'pages_missing',
		({ inside }) => {
			const { pages = null, stated_pages: stated = null } = inside ?? {};
			const has = `says that it has ${stated} printed pages, and has ${pages}. Look for the rest.`;
			return pages !== null && stated !== null && pages < stated && has;
		},
	],
	[
		'other_type',
		(thing) => {
			const ending = otherType(thing);
			const may = thing.kind === 'topics' ? 'PDF, Word or PowerPoint' : 'PDF or Word';
			return ending && `links to a .${ending} file, not ${may}. Put another one in its place.`;
		},
	],
	[
		'under_draft',
		(thing, root) =>
			thing !== root &&
			thing.published &&
			thing.above !== root &&
			thing.above?.published === false &&
			`is published, but nobody finds it: ${quoted(thing.above)} is a draft. Publish that as well.`,
	],
	[
		'only_drafts',
		(thing) =>
			thing.kind !== 'courses' &&
			thing.published &&
			holdsOnlyDrafts(thing) &&
			`is published, but all that lies in it is a draft. Publish that as well.`,
	],
	[
		'same_file',
		(thing, root, known) => {
			const double = hasFile(thing) && doubleOf(thing, root, known);
			return double && `has the same file as ${called(double)}. Put another one in its place.`;
		},
	],
	[
		'same_order',
		(thing, root, { sharedPlaces }) => {
			const first = thing === root ? undefined : sharedPlaces.get(thing);
			return first && `has order ${thing.order}, as ${quoted(first)} has. Move one of them.`;
		},
	],
	[
		'no_price',
		(thing) =>
			thing.kind === 'courses' &&
			thing.price === null &&
			needsPrice(thing).some &&
			'has premium content, but no price. Give it one, or make its content free.',
	],
	[
		'nothing_free',
		(thing) => {
			if (thing.kind !== 'courses' || thing.price !== 0) return false;
			const { all, things } = needsPrice(thing);
			const why = 'costs nothing, but all in it is premium. Make it free, or give it a price.';
			return all && things.length > 0 && why;
		},
	],
];

/** Whether there is something in it, and nothing of that would be seen. */
export const holdsOnlyDrafts = ({ under }: Thing) =>
	under.length > 0 && under.every(({ published }) => !published);

const refOf = ({ kind, id, name }: Thing) => ({ kind, id, name });

const pathOf = ({ above }: Thing): Finding['path'] =>
	above ? [...pathOf(above), refOf(above)] : [];

/** A finding in the words of a sentence that begins with the thing's name. */
export const findingOf = (thing: Thing, code: FindingCode, says: string): Finding => ({
	severity: findingCodes[code],
	code,
	...refOf(thing),
	text: `${called(thing)} ${says}`,
	draft: !thing.published,
	path: pathOf(thing),
});

/** All that is to be said of a thing, when that or what it lies under is published. */
export const findingsOf = (thing: Thing, root: Thing, known: Known): Finding[] =>
	rules.flatMap(([code, rule]) => {
		const says = rule(thing, root, known);
		return says ? [findingOf(thing, code, says)] : [];
	});
