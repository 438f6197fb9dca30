import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Operation } from '#shared/contract/bulk.ts';
import {
	isMet,
	type Preflight,
	type PreflightOfOne,
	type PublishedAll,
} from '#shared/contract/preflight.ts';
import type { AnyResource } from '#shared/contract/resource.ts';
import { grouped } from '#shared/grouped.ts';
import { type Attempt, newAttempt, sendOnce } from '../../api/attempt.ts';
import type { Place } from '../../api/cached-rows.ts';
import { request } from '../../api/client.ts';
import { blockedBy, publishOne } from '../../api/mutations.ts';
import { followOperation } from '../../api/operations.ts';
import { pathOf, preflightQuery } from '../../api/preflight.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { countedOf, joined } from '../counted.ts';
import { Dialog } from '../dialog.tsx';
import { Failed } from '../failed.tsx';
import { useMayEdit } from '../for-editors.tsx';
import { titled } from '../labels.ts';
import { Loaded } from '../loaded.tsx';
import { notify } from '../notifications.tsx';
import type { Opened } from '../on-demand.tsx';
import { undoOperations } from '../undo-operations.ts';
import { FindingList, MoreFindings } from './finding-list.tsx';
import classes from './preflight.module.css';
import { useReason } from './reason-field.tsx';

/** Publishes the drafts of an item that are ready, itself among them, and waits for what goes on in the background. */
const publishAll = async (
	resource: AnyResource,
	place: Place,
	reason: string | undefined,
	attempt: Attempt,
): Promise<Operation[]> => {
	const { operations } = await sendOnce<PublishedAll>(
		`${pathOf(resource, place)}/publish-all`,
		reason === undefined ? {} : { reason },
		attempt,
		'This was done already. Look again.',
	);
	const over: Operation[] = [];
	for (const each of operations) over.push(await followOperation(each));
	return over;
};

export interface PreflightDialogProps extends Opened {
	resource: AnyResource;
	/** The ids of the item. */
	place: Place;
	/** What was not published alone, and why; left out, all that lies under it is looked at. */
	blocked?: PreflightOfOne | undefined;
	/** It is published now, as the server has it. */
	onPublished?: (item: unknown) => void;
}

/** Publishes, and shows what is found anew where something has changed since one looked. */
const usePublishing = (props: PreflightDialogProps, first: Preflight) => {
	const { resource, place, onClose, onPublished } = props;
	const client = useQueryClient();
	const attempt = useRef(newAttempt());
	const [refused, setRefused] = useState<Preflight>();
	const { mutate, isPending, error } = useMutation({
		mutationFn: async ({ all, reason }: { all: boolean; reason: string | undefined }) => {
			const path = pathOf(resource, place);
			const options = reason === undefined ? {} : { reason };
			if (!all) return { item: (await publishOne<unknown>(path, options, attempt.current)).data };
			const operations = await publishAll(resource, place, reason, attempt.current);
			return { item: (await request<unknown>(path)).data, operations };
		},
		onSuccess: ({ item, operations = [] }) => {
			refreshContent(client);
			onClose();
			const ids = operations.map(({ operation }) => operation);
			const what = joined(operations.map(({ kind, done }) => countedOf(kind, done)));
			const failed = operations.reduce((sum, each) => sum + each.failed, 0);
			notify({
				good: failed === 0,
				title: `${what || resource.label} published`,
				message: failed > 0 ? `${grouped(failed)} could not be.` : '',
				...(ids.length > 0 && {
					action: { label: 'Undo', run: () => void undoOperations(client, ids) },
				}),
			});
			onPublished?.(item);
		},
		onError: (failure) => {
			attempt.current = newAttempt();
			const blocked = blockedBy(failure);
			if (blocked) setRefused(blocked);
			refreshContent(client);
		},
	});
	const report = refused ?? first;
	return { report, publish: mutate, isPending, failure: blockedBy(error) ? undefined : error };
};

/** What was found, in its sorts. */
const sorted = ({ findings }: Preflight, rootId: string, alone: boolean) => {
	const met = alone ? findings.filter((each) => isMet(each, rootId)) : findings;
	return {
		stops: met.filter(({ severity }) => severity === 'stops'),
		warns: met.filter(({ severity }) => severity === 'warns'),
		drafts: alone ? findings.filter((each) => !isMet(each, rootId)) : [],
	};
};

/** The ways to publish what was looked at. */
const waysOf = (
	{ findings, drafts: { ready, warned } }: Preflight,
	{ stops }: ReturnType<typeof sorted>,
	id: string,
	{ alone, waved }: { alone: boolean; waved: boolean },
) => {
	const own = findings.filter((each) => each.id === id);
	const isStopped = own.some(({ severity }) => severity === 'stops');
	const drafts = ready + (waved ? warned : 0);
	return {
		isStopped,
		needsReason: own.some(({ severity, code }) => severity === 'warns' && code !== 'only_drafts'),
		drafts,
		canAlone: alone && stops.length === 0,
		canAll: !isStopped && drafts > 0,
	};
};

const introOf = (
	{ blocked }: PreflightDialogProps,
	{ stops, warns }: ReturnType<typeof sorted>,
) => {
	if (blocked) return `“${blocked.name}” is not published yet. Look at this first.`;
	if (stops.length + warns.length === 0)
		return 'Nothing was found that learners would stumble over.';
	return 'This is what learners would meet, once all of it is published.';
};

const Body = (props: PreflightDialogProps & { first: Preflight }) => {
	const { resource, place, blocked, onClose } = props;
	const { report, publish, isPending, failure } = usePublishing(props, props.first);
	const { reason, demand, field } = useReason();
	const mayEdit = useMayEdit();
	const id = place[resource.param] ?? '';
	const found = sorted(report, id, blocked !== undefined);
	const { isStopped, needsReason, drafts, canAlone, canAll } = waysOf(report, found, id, {
		alone: blocked !== undefined,
		waved: reason !== undefined,
	});
	const asksWhy =
		mayEdit && !isStopped && (canAlone || report.drafts.warned > 0 || (needsReason && canAll));
	const send = (all: boolean) => {
		if (isPending) return;
		if (!reason && (all ? needsReason : true)) demand();
		else publish({ all, reason });
	};
	return (
		<>
			{failure && <Failed error={failure} fallback="This could not be published" />}
			<Text mt={failure ? 'md' : 0} style={{ overflowWrap: 'anywhere' }}>
				{introOf(props, found)}
			</Text>
			<div aria-live="polite">
				<FindingList as="stops" findings={found.stops} />
				<FindingList as="warns" findings={found.warns} />
				<FindingList as="drafts" findings={found.drafts} />
				<MoreFindings count={report.more} />
			</div>
			{asksWhy && field}
			<div className={classes.foot}>
				<Button variant="default" onClick={onClose} data-autofocus>
					{mayEdit && (canAlone || canAll) ? 'Cancel' : 'Close'}
				</Button>
				{mayEdit && canAlone && (
					<Button variant="default" onClick={() => send(false)} loading={isPending}>
						Publish all the same
					</Button>
				)}
				{mayEdit && canAll && (
					<Button onClick={() => send(true)} loading={isPending}>
						Publish all that is ready ({grouped(drafts)})
					</Button>
				)}
			</div>
		</>
	);
};

/** What would embarrass once something is published: what stops it, what warns, and what can be published all the same. */
export const PreflightDialog = (props: PreflightDialogProps) => {
	const { opened, onClose, resource, place, blocked } = props;
	const query = useQuery({
		...preflightQuery(resource, place),
		enabled: opened && !blocked,
		staleTime: 0,
	});
	return (
		<Dialog
			opened={opened}
			onClose={onClose}
			title={`Publish ${titled(resource)}`}
			wide
			closeLabel="Close the dialog"
		>
			{blocked ? (
				<Body {...props} first={blocked} />
			) : (
				<Loaded query={query} loading="Looking through it...">
					{(report) => <Body {...props} first={report} />}
				</Loaded>
			)}
		</Dialog>
	);
};
