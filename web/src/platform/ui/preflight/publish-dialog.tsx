import { Button, Checkbox, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Operation } from '#shared/contract/content/bulk.ts';
import type {
	Finding,
	FindingCode,
	Preflight,
	PublishedAll,
	PublishRequest,
} from '#shared/contract/content/preflight.ts';
import type { AnyResource } from '#shared/contract/content/resource.ts';
import { bySlug } from '#shared/contract/content/resources.ts';
import { formatCount } from '#shared/grouped.ts';
import { buildItemAddress } from '../../../addresses.ts';
import { useMay } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import { createAttempt, sendOnce } from '../../api/attempt.ts';
import type { Place } from '../../api/cached-rows.ts';
import { finishOperation } from '../../api/operations.ts';
import { buildItemPathBelowApi, buildPreflightQuery } from '../../api/preflight.ts';
import { buildItemQuery } from '../../api/queries.ts';
import { refreshContent } from '../../api/query-keys.ts';
import { inactive } from '../controls.tsx';
import { describeMissingFiles, undoOperations } from '../delete/undo-operations.tsx';
import { DialogFoot } from '../dialog/dialog-foot.tsx';
import { Modal } from '../dialog/modal.tsx';
import { MomentField } from '../fields/moment-field.tsx';
import { formatItemCount, joinParts, listCounts } from '../format/counted.ts';
import { listStart } from '../format/dates.ts';
import { Failed } from '../loading/failed.tsx';
import { Loaded } from '../loading/loaded.tsx';
import type { Opened } from '../loading/on-demand.tsx';
import { notify } from '../notifications/notifications.tsx';
import { usePublishLock } from '../page/editors-only.ts';
import { useMayEdit } from '../page/for-editors.tsx';
import { LinkText } from '../page/links.tsx';

/** The contract's limit, in characters. */
const REASON_MAX = 500;

interface PublishDialogProps extends Opened {
	resource: AnyResource;
	/** The ids of the item. */
	place: Place;
}

/** The problem that several items share. */
const codeWords: Readonly<Record<FindingCode, string>> = {
	no_file: 'without a file',
	file_damaged: 'with a damaged file',
	pages_missing: 'with missing pages',
	nothing_published: 'with nothing published',
	under_draft: 'under a draft',
	no_price: 'without a price',
	same_order: 'with the order of another one',
};

/** Publishes an item with its drafts, and offers Undo. A retry after a lost answer publishes nothing twice. */
const usePublish = ({ resource, place, onClose }: PublishDialogProps) => {
	const client = useQueryClient();
	const attempt = useRef(createAttempt());
	return useMutation({
		mutationFn: async (body: PublishRequest) => {
			const path = `${buildItemPathBelowApi(resource, place)}/publish-all`;
			const lost = 'This is already published. Close the dialog and check.';
			const { operations } = await sendOnce<PublishedAll>(path, body, attempt.current, lost);
			const finished: Operation[] = [];
			for (const operation of operations) finished.push(await finishOperation(operation));
			return finished;
		},
		onSuccess: (operations, { visible_from }) => {
			void refreshContent(client);
			onClose();
			const done = joinParts(operations.flatMap(({ counts }) => listCounts(counts)));
			const failed = operations.reduce((sum, each) => sum + each.failed, 0);
			const ids = operations.map(({ operation }) => operation);
			notify({
				good: failed === 0,
				title: `${done || resource.label} published`,
				message: [
					...listStart(visible_from),
					...describeMissingFiles(operations.flatMap(({ results }) => results)),
					...(failed > 0 ? [`${formatCount(failed, 'item')} could not be published.`] : []),
				].join(' '),
				...(ids.length > 0 && {
					action: {
						label: 'Undo publishing',
						run: () => void undoOperations(client, ids, 'publish'),
					},
				}),
			});
		},
		onError: (error) => {
			// Without an answer the item may be published: a retry repeats the same attempt.
			if (!(error instanceof ApiError && error.kind === 'refused')) return;
			attempt.current = createAttempt();
			void refreshContent(client);
		},
	});
};

const Sign = ({ severity }: Pick<Finding, 'severity'>) => {
	const isBroken = severity === 'broken';
	const Icon = isBroken ? IconAlertOctagon : IconAlertTriangle;
	return (
		<Icon
			size={18}
			color={`var(--mantine-color-${isBroken ? 'error' : 'orange-text'})`}
			aria-label={isBroken ? 'Broken' : 'Warning'}
		/>
	);
};

interface SentenceProps {
	finding: Finding;
	place: Place;
	/** The heading of the group says the problem and what to do. */
	inGroup?: boolean;
}

/** Renders a finding as a sentence that begins with a link to its item. */
const Sentence = ({ finding, place, inGroup = false }: SentenceProps) => {
	const mayEdit = useMayEdit();
	const { kind, id, name, text, advice } = finding;
	const problem = mayEdit && !inGroup ? text : text.slice(0, -advice.length).trim();
	const to = buildItemAddress(bySlug[kind], { ...place, [bySlug[kind].param]: id });
	return (
		<>
			<LinkText {...({ to } as { to: '/' })}>{name}</LinkText>
			{problem.replace(`“${name}”`, '').replace(inGroup ? ' has no file.' : '', '')}
		</>
	);
};

interface FindingsProps {
	heading: string;
	findings: readonly Finding[];
	place: Place;
}

/** Renders findings of one problem and kind in one line, which unfolds to its items. */
const Findings = ({ heading, findings, place }: FindingsProps) => {
	if (findings.length === 0) return null;
	const groups = Map.groupBy(findings, ({ code, kind }) => `${code} ${kind}`);
	return (
		<section aria-label={heading}>
			<Title order={3} size="h5" mb={4}>
				{heading}
			</Title>
			<List spacing={4} size="sm" pl={0} styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
				{[...groups].map(([key, [first, ...more]]) =>
					first ? (
						<List.Item
							key={key}
							icon={<Sign severity={first.severity} />}
							style={{ overflowWrap: 'anywhere' }}
						>
							{more.length === 0 ? (
								<Sentence finding={first} place={place} />
							) : (
								<details>
									<summary>
										{formatItemCount(first.kind, more.length + 1)} {codeWords[first.code]}
									</summary>
									{[first, ...more].map((finding) => (
										<div key={finding.id}>
											<Sentence finding={finding} place={place} inGroup />
										</div>
									))}
								</details>
							)}
						</List.Item>
					) : null,
				)}
			</List>
		</section>
	);
};

/** Returns the number of items to publish. A course has no draft state of its own. */
const countDrafts = (resource: AnyResource, report: Preflight, withDrafts: boolean) =>
	(resource.publishedBy && !report.published ? 1 : 0) + (withDrafts ? report.drafts : 0);

interface FootProps {
	words: string;
	/** The number of items to publish. */
	count: number;
	isPending: boolean;
	/** The shown check is out of date. */
	isStale: boolean;
	onClose: () => void;
	onPublish: () => void;
}

/** Renders the buttons; an author sees why Publish is disabled. */
const Foot = ({ words: text, count, isPending, isStale, onClose, onPublish }: FootProps) => {
	const lock = usePublishLock();
	const shown = useMayEdit() && count > 0;
	return (
		<DialogFoot>
			{shown && lock && (
				<Text size="sm" c="dimmed" mr="auto">
					{lock}
				</Text>
			)}
			<Button variant="default" onClick={onClose} data-autofocus>
				{shown && !lock ? 'Cancel' : 'Close'}
			</Button>
			{shown && (
				<Button
					{...(lock ? { ...inactive, title: lock } : { onClick: onPublish })}
					loading={isPending}
					disabled={isStale}
				>
					{text}
				</Button>
			)}
		</DialogFoot>
	);
};

const Body = (props: PublishDialogProps) => {
	const { resource, place, opened, onClose } = props;
	const mayPublish = useMay('content:publish');
	const [withDrafts, setWithDrafts] = useState(true);
	const [reason, setReason] = useState('');
	const [from, setFrom] = useState<string | null>(null);
	const { mutate, isPending, error } = usePublish(props);
	const query = useQuery({
		...buildPreflightQuery(resource, place, withDrafts),
		enabled: opened,
		staleTime: 0,
		placeholderData: keepPreviousData,
	});
	const publish = (ready: boolean) => {
		const why = reason.trim();
		mutate({
			drafts: withDrafts,
			...(from && { visible_from: from }),
			...(!ready && { anyway: true, ...(why && { reason: why }) }),
		});
	};
	return (
		<Loaded query={query} loading="Checking...">
			{(report) => {
				const { ready, drafts, findings } = report;
				const count = countDrafts(resource, report, withDrafts);
				const canPublish = mayPublish && count > 0;
				const counting = findings.filter(({ mended }) => !mended);
				return (
					<Stack aria-live="polite">
						{error && <Failed error={error} fallback="Could not publish" />}
						{findings.length === 0 && (
							<Text>No problems found.{count > 0 ? '' : ' Everything is published.'}</Text>
						)}
						<Findings
							heading="Live and broken now"
							findings={counting.filter(({ live }) => live)}
							place={place}
						/>
						<Findings
							heading="Once published"
							findings={counting.filter(({ live }) => !live)}
							place={place}
						/>
						<Findings
							heading="Fixed by publishing"
							findings={findings.filter(({ mended }) => mended)}
							place={place}
						/>
						{mayPublish && drafts > 0 && (
							<Checkbox
								label={`Also publish the ${formatCount(drafts, 'draft')} inside`}
								checked={withDrafts}
								onChange={({ currentTarget }) => setWithDrafts(currentTarget.checked)}
							/>
						)}
						{canPublish && (
							<MomentField label="Shown to learners" value={from} onChange={setFrom} />
						)}
						{canPublish && !ready && (
							<TextInput
								label="Reason (optional)"
								description="Kept in the audit trail."
								maxLength={REASON_MAX}
								autoComplete="off"
								value={reason}
								onChange={({ currentTarget }) => setReason(currentTarget.value)}
							/>
						)}
						<Foot
							words={ready ? `Publish ${formatCount(count, 'item')}` : 'Publish anyway'}
							count={count}
							isPending={isPending}
							isStale={query.isPlaceholderData}
							onClose={onClose}
							onPublish={() => publish(ready)}
						/>
					</Stack>
				);
			}}
		</Loaded>
	);
};

/** Checks an item and publishes it, alone or with the drafts inside. */
export const PublishDialog = (props: PublishDialogProps) => {
	const { opened, onClose, resource, place } = props;
	const { data } = useQuery({ ...buildItemQuery(resource, place), enabled: opened });
	const verb = useMay('content:publish') ? 'Publish' : 'Check of';
	return (
		<Modal
			opened={opened}
			onClose={onClose}
			title={`${verb} ${data?.name ?? resource.label}`}
			wide
			closeLabel="Close the dialog"
		>
			<Body {...props} />
		</Modal>
	);
};
