import {
	type Finding,
	type FindingCode,
	findingCodes,
	type Preflight,
} from '#shared/contract/content/preflight.ts';
import { OWN_FILE } from '#shared/contract/platform/fields.ts';
import { isFree, isVisible, isVisibleBy, type TreeItem, walk } from '../resources/course-tree.ts';

/** A course, the item in it that is checked, and the contents that the file store does not have. */
export interface Checked {
	course: TreeItem;
	root: TreeItem;
	lost: ReadonlySet<string>;
}

type IsSeen = (item: TreeItem) => boolean;

const hasFile = ({ kind }: TreeItem) => kind === 'topics' || kind === 'pastpapers';
const quote = ({ name }: TreeItem) => `“${name}”`;

/** Returns “Paper 1” in “2024 July Series”; leaves out the parent if it is the course. */
const describe = (item: TreeItem) =>
	hasFile(item) && item.parent ? `${quote(item)} in ${quote(item.parent)}` : quote(item);

/** Lists the items that learners find in an item: its children, and for a subject also the papers about it. */
const listContent = (item: TreeItem, course: TreeItem) =>
	item.kind === 'subjects'
		? [...item.children, ...[...walk(course)].filter(({ subjectId }) => subjectId === item.id)]
		: item.children;

const isEmpty = (item: TreeItem, course: TreeItem, isSeen: IsSeen) =>
	!hasFile(item) && !listContent(item, course).some(isSeen);

const ADD = { courses: 'a subject or an exam set', subjects: 'a topic', examsets: 'a past paper' };

const isPremium = (item: TreeItem) => hasFile(item) && !isFree(item);

/** A rule returns the rest of a sentence that begins with the name, and what to do, or nothing without a problem. */
type Rule = (
	item: TreeItem,
	checked: Checked,
	isSeen: IsSeen,
) => readonly [problem: string, advice: string] | '' | undefined | null | false;

const rules: Record<FindingCode, Rule> = {
	no_file: (item) => hasFile(item) && !item.url && ['has no file.', 'Add one.'],
	file_damaged: ({ url, file, problem }, { lost }) => {
		if (url && OWN_FILE.test(url) && (file === null || lost.has(file.sha256)))
			return ['links to a file that no longer exists.', 'Upload the file again.'];
		return problem && [`has a file that may be damaged. ${problem}`, 'Open the file to check.'];
	},
	pages_missing: ({ pages, statedPages }) =>
		pages !== null &&
		statedPages !== null &&
		pages < statedPages && [
			`has ${pages} of the ${statedPages} pages that its cover names.`,
			'Add the missing pages.',
		],
	nothing_published: (item, { course }, isSeen) => {
		if (!isEmpty(item, course, isSeen)) return undefined;
		const hasContent = listContent(item, course).length > 0;
		if (!hasContent && item === course) return undefined;
		return hasContent
			? ['has only drafts, so learners see nothing in it.', 'Publish the drafts inside.']
			: ['is empty.', `Add ${ADD[item.kind as keyof typeof ADD]}.`];
	},
	under_draft: (item, { root }) =>
		item !== root &&
		item.parent !== root &&
		item.published &&
		item.parent?.published === false && [
			`is published, but ${quote(item.parent)} is a draft, so learners cannot find it.`,
			`Publish ${quote(item.parent)}.`,
		],
	no_price: (item, _, isSeen) =>
		item.kind === 'courses' &&
		item.price === null &&
		[...walk(item)].some((each) => isSeen(each) && isPremium(each)) && [
			'has premium content, but no price.',
			'Set a price, or make the content free.',
		],
	same_order: (item, { root }, isSeen) => {
		if (item === root) return undefined;
		// A marking scheme may have the order of its paper.
		const isTwin = (each: TreeItem) =>
			each.kind === item.kind && each.form === item.form && each.order === item.order;
		const first = item.parent?.children.find((each) => isTwin(each) && isSeen(each));
		return (
			first && first !== item && [`has order ${item.order}, as ${quote(first)} has.`, 'Move one.']
		);
	},
};

/** Lists the findings of one item as they are now and, without repeating them, as they would be. */
const listFindings = (item: TreeItem, checked: Checked, willBeVisible: IsSeen): Finding[] =>
	Object.entries(rules).flatMap(([name, rule]): Finding[] => {
		const code = name as FindingCode;
		const now = isVisible(item) && rule(item, checked, isVisible);
		// A course without anything published is a draft, not an empty course.
		const isLive = now && !(item.kind === 'courses' && code === 'nothing_published');
		const later = willBeVisible(item) && rule(item, checked, willBeVisible);
		// Learners never see an item under a draft, published or not; publishing that draft mends it.
		const isUnderDraft = code === 'under_draft' && rule(item, checked, isVisible);
		const finding = isLive ? now : isUnderDraft || later;
		if (!finding) return [];
		const { kind, id, name: called } = item;
		return [
			{
				severity: findingCodes[code],
				live: Boolean(isLive),
				mended: isUnderDraft ? willBeVisible(item) : !later,
				code,
				kind,
				id,
				name: called,
				text: `${describe(item)} ${finding.join(' ')}`,
				advice: finding[1],
			},
		];
	});

/** Lists the drafts that are published with an item, parents first: itself and, on request, those inside. */
export const listDrafts = (root: TreeItem, withDrafts: boolean) =>
	[...walk(root)].filter((item) => !item.published && (withDrafts || item === root));

/**
 * Checks an item as it is now and as it would be once published, with or without the drafts inside (decision 0097).
 */
export const checkItem = (checked: Checked, withDrafts: boolean): Preflight => {
	const { root } = checked;
	const items = [...walk(root)];
	const published = new Set(listDrafts(root, withDrafts));
	const willBeVisible: IsSeen = (item) =>
		isVisibleBy(item, (each) => each.published || published.has(each));
	const rank = ({ mended, live, severity }: Finding) =>
		(mended ? 4 : 0) + (live ? 0 : 2) + (severity === 'broken' ? 0 : 1);
	const findings = items
		.flatMap((item) => listFindings(item, checked, willBeVisible))
		.toSorted((a, b) => rank(a) - rank(b));
	return {
		ready: findings.every(({ mended }) => mended),
		published: root.kind === 'courses' ? items.slice(1).some(isVisible) : root.published,
		visible_from: root.visibleFrom,
		drafts: items.filter((item) => item !== root && !item.published).length,
		findings,
	};
};
