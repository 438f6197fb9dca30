import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isMet, type Preflight } from '#shared/contract/preflight.ts';
import { grouped } from '#shared/grouped.ts';
import { preflightQuery } from '../../api/preflight.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { titled } from '../labels.ts';
import { Failed } from '../loading/failed.tsx';
import { Loaded } from '../loading/loaded.tsx';
import { useMayEdit } from '../page/for-editors.tsx';
import { FindingList, MoreFindings } from './finding-list.tsx';
import classes from './preflight.module.css';
import { type PreflightDialogProps, usePublishing } from './use-publishing.ts';
import { useReason } from './use-reason.tsx';

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
