import { createFileRoute } from '@tanstack/react-router';
import { pastPapers } from '#shared/contract/content/past-papers.ts';
import type { PlaceOf } from '#shared/contract/content/resource.ts';
import { allExamSets } from '#shared/contract/platform/lists.ts';
import { PapersPage } from '../../../../content/past-papers/papers-page.tsx';
import { listQuery } from '../../../../platform/api/queries.ts';
import {
	buildItemOptions,
	buildListOptions,
} from '../../../../platform/ui/address/content-routes.ts';
import { listParams } from '../../../../platform/ui/address/list-state.ts';
import { needsIds } from '../../../../platform/ui/address/missing-id.ts';
import { ItemById } from '../../../../platform/ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/examsets/$examSetId/pastpapers')({
	validateSearch: listParams,
	beforeLoad: needsIds,
	...buildItemOptions(allExamSets, (place) => [
		listQuery(pastPapers, place as PlaceOf<typeof pastPapers>),
	]),
	staticData: buildListOptions(pastPapers).staticData,
	component: () => <ItemById list={allExamSets} Screen={PapersPage} />,
});
