import { IconFileSearch, IconReceipt, IconUser, type TablerIcon } from '@tabler/icons-react';
import { bySlug, type ResourceFacts } from '#shared/contract/content/resources.ts';
import type { SearchAnswer, SearchHit, SearchKind } from '#shared/contract/content/search.ts';
import { formatWhole } from '#shared/grouped.ts';
import { buildItemAddress } from '../../../addresses.ts';
import { type OpenedItem, rememberOpened } from '../../api/recently-opened.ts';
import { setRecentlySaved } from '../../api/recently-saved.ts';
import { requestTask } from '../../ui/dialog/screen-tasks.ts';
import { formatStart, isLater } from '../../ui/format/dates.ts';
import { kindIcons } from '../../ui/page/kind-icons.ts';
import type { Entry, Group } from './entry.ts';

const icons: Record<SearchKind, TablerIcon> = {
	...kindIcons,
	payments: IconReceipt,
	people: IconUser,
	text: IconFileSearch,
};

const PAYMENTS = '/admin/transactions';
const PAYMENT = '/admin/transactions/$transactionId';
const PEOPLE = '/admin/people';

/** Facts of the kinds that are content. */
const facts: { [Kind in SearchKind]?: ResourceFacts } = bySlug;

/** Returns the heading of a kind. */
const getHeading = (kind: SearchKind) => {
	const known = facts[kind];
	if (known) return known.plural;
	return { payments: 'Payments', people: 'People', text: 'In papers' }[kind as 'text'];
};

const isReceipt = (name: string) => /^[A-Z0-9]{10}$/.test(name);

/** Returns the link to an item of content. */
const buildContentLink = (kind: ResourceFacts, { id, path }: Pick<OpenedItem, 'id' | 'path'>) => {
	const above = path.map((each) => [facts[each.kind]?.param, each.id]);
	return { to: buildItemAddress(kind, { ...Object.fromEntries(above), [kind.param]: id }) };
};

/** Lists the parents, nearest first, to tell apart items of the same name; narrow screens show the beginning. */
const formatCaption = (first: string | false | null | undefined, path: OpenedItem['path']) =>
	[first, ...path.map(({ name }) => name).reverse()].filter(Boolean).join(' · ');

const pickSign = ({
	published,
	visible_from,
}: Partial<Pick<SearchHit, 'published' | 'visible_from'>>) => {
	if (published === false) return 'Draft';
	return isLater(visible_from) ? formatStart(visible_from) : undefined;
};

/** Builds the entry of a search result or a recently opened item. */
export const buildEntry = (
	hit: OpenedItem & Partial<Pick<SearchHit, 'note' | 'published' | 'visible_from'>>,
	person: string,
	keyPrefix = '',
): Entry => {
	const { id, kind, name, path, note } = hit;
	const shared = { key: `${keyPrefix}${kind} ${id}`, name, icon: icons[kind] };
	const content = facts[kind];
	if (content)
		return {
			...shared,
			caption: formatCaption(note, path),
			sign: pickSign(hit),
			link: buildContentLink(content, hit),
		};
	if (kind === 'people')
		return {
			...shared,
			caption: note ?? undefined,
			link: { to: PEOPLE },
			act: () => setRecentlySaved(id),
		};
	return {
		...shared,
		caption: note ?? 'Payment',
		// Only the receipt of the searched text goes into the address.
		link: {
			to: PAYMENT,
			params: { transactionId: id },
			...(isReceipt(name) && { search: { search: name } }),
		},
		act: () => {
			if (isReceipt(name)) rememberOpened(person, { id, kind, name, path: [] });
		},
	};
};

/** Builds the entry of a page of a file, which opens over the screen of its paper or topic. */
const buildTextEntry = ({
	id,
	paper,
	path,
	url,
	page,
	snippet,
	marks,
	...state
}: SearchHit): Entry[] => {
	const content = paper && facts[paper.kind];
	if (!content || !url) return [];
	return [
		{
			key: `text ${id}`,
			name: paper.name,
			icon: icons.text,
			snippet: { snippet, marks },
			caption: formatCaption(pickSign(state), path),
			sign: `Page ${page}`,
			link: buildContentLink(content, { id: paper.id, path }),
			act: () => requestTask(`file ${url}`, `${page}`),
		},
	];
};

type FoundGroup = SearchAnswer['groups'][number];

/** Builds the link to all results of a kind, if there are more than shown. */
const buildAllEntry = ({ kind, total, more, items }: FoundGroup, text: string): Entry[] => {
	if (kind === 'people' || kind === 'text' || total <= items.length) return [];
	const heading = getHeading(kind).toLowerCase();
	return [
		{
			key: `all ${kind}`,
			isList: true,
			icon: icons[kind],
			name: more
				? `More than ${formatWhole(total)} ${heading}`
				: `All ${formatWhole(total)} ${heading}`,
			link: { to: kind === 'payments' ? PAYMENTS : `/admin/${kind}`, search: { search: text } },
		},
	];
};

/** Builds the groups of search results. */
export const buildResultGroups = (
	{ corrected, groups }: SearchAnswer,
	searchedText: string,
	person: string,
): readonly Group[] =>
	groups.map((group) => ({
		title: getHeading(group.kind),
		entries: [
			...group.items.flatMap((hit) =>
				hit.kind === 'text' ? buildTextEntry(hit) : buildEntry(hit, person),
			),
			...buildAllEntry(group, corrected ?? searchedText),
		],
	}));
