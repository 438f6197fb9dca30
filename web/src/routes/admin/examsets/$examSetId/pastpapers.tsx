import { createFileRoute } from '@tanstack/react-router';
import { allExamSets } from '#shared/contract/lists.ts';
import { pastPapers } from '#shared/contract/past-papers.ts';
import type { PlaceOf } from '#shared/contract/resource.ts';
import { listQuery } from '../../../../api/queries.ts';
import { PapersPage } from '../../../../features/past-papers/papers-page.tsx';
import { buildItemOptions, buildListOptions } from '../../../../ui/address/content-routes.ts';
import { listParams } from '../../../../ui/address/list-state.ts';
import { needsIds } from '../../../../ui/address/missing-id.ts';
import { ItemById } from '../../../../ui/content/item-by-id.tsx';

export const Route = createFileRoute('/admin/examsets/$examSetId/pastpapers')({
	validateSearch: listParams,
	beforeLoad: needsIds,
	...buildItemOptions(allExamSets, (place) => [
		listQuery(pastPapers, place as PlaceOf<typeof pastPapers>),
	]),
	staticData: buildListOptions(pastPapers).staticData,
	component: () => <ItemById list={allExamSets} Screen={PapersPage} />,
});
