import {
	FINDINGS_MAX,
	type Finding,
	type FindingCode,
	type Preflight,
} from '#shared/contract/preflight.ts';
import { type Thing, withAllUnder } from './catalogue.ts';
import { findingOf, findingsOf, holdsOnlyDrafts, knownOf } from './findings.ts';

const stops = ({ severity }: Finding) => severity === 'stops';

/** Everything that there is to say of a thing and of all that lies under it, by what it is said of. */
export const lookAt = (course: Thing, root: Thing, lost: ReadonlySet<string>) => {
	const known = knownOf(course, lost);
	const found = new Map<Thing, Finding[]>();
	for (const thing of withAllUnder(root)) found.set(thing, findingsOf(thing, root, known));
	return found;
};
type Found = ReturnType<typeof lookAt>;

/** What is put right by publishing all that is ready, where that is what it lies in or what lies in it. */
const PUT_RIGHT: readonly FindingCode[] = ['only_drafts', 'under_draft'];

/**
 * The drafts under a thing, and itself, that are ready to be published, parents first; with `waved` also those of
 * which something is only warned. What holds others goes only over one that is published or with one that goes, and
 * never over one that is published and not ready.
 */
export const readyDrafts = (found: Found, root: Thing, waved: boolean): Thing[] => {
	const isReady = (thing: Thing) =>
		(found.get(thing) ?? []).every(
			({ severity, code }) => severity === 'warns' && (waved || PUT_RIGHT.includes(code)),
		);
	const readyUnder = (thing: Thing): Thing[] => {
		const going = thing.under.flatMap(readyUnder);
		if (thing.published) return going;
		const met = thing.under.filter(({ published }) => published);
		const holdsSome = thing.under.length === 0 || going.length + met.length > 0;
		return holdsSome && [thing, ...met].every(isReady) ? [thing, ...going] : [];
	};
	return readyUnder(root);
};

/** What is found where a thing is published and what lies under it stays as it is. */
export const alone = (found: Found, root: Thing): Found => {
	if (root.published || !holdsOnlyDrafts(root)) return found;
	const says = 'would be empty: all that lies in it is a draft. Publish that with it.';
	const own = [...(found.get(root) ?? []), findingOf(root, 'only_drafts', says)];
	return new Map([...found, [root, own]]);
};

/** What was found, as the API tells it. */
export const reportOf = (found: Found, root: Thing): Preflight => {
	const all = [...found.values()].flat();
	const sorted = [...all.filter(stops), ...all.filter((finding) => !stops(finding))];
	const ready = readyDrafts(found, root, false).length;
	return {
		ready: !all.some(stops),
		findings: sorted.slice(0, FINDINGS_MAX),
		more: Math.max(0, sorted.length - FINDINGS_MAX),
		drafts: { ready, warned: readyDrafts(found, root, true).length - ready },
	};
};
