import { Radio, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { type CopyRequest, copyRequest, deriveCopy } from '#shared/contract/content/copies.ts';
import { type Series, seriesWords } from '#shared/contract/content/exam-sets.ts';
import { type AnyResource, buildItemPath, fillPath } from '#shared/contract/content/resource.ts';
import { type ResourceKey, resources } from '#shared/contract/content/resources.ts';
import { buildItemAddress } from '../../../addresses.ts';
import { type Attempt, sendOnce } from '../../api/attempt.ts';
import type { Place } from '../../api/cached-rows.ts';
import { buildDeletionImpactQuery } from '../../api/deletion-impact.ts';
import { useRemove } from '../../api/mutations.ts';
import { listQuery } from '../../api/queries.ts';
import { invalidate, queryKeys } from '../../api/query-keys.ts';
import { setRecentlySaved } from '../../api/recently-saved.ts';
import { ChoiceField, RadioField } from '../fields/choice-fields.tsx';
import { TextField } from '../fields/text-fields.tsx';
import type { FormValues } from '../fields/use-form.ts';
import { FormDialog } from '../form/form.tsx';
import { formatDrafts, joinParts, listCounts } from '../format/counted.ts';
import { Loading } from '../loading/loading.tsx';
import type { Opened } from '../loading/on-demand.tsx';
import { notify, notifyFailure } from '../notifications/notifications.tsx';
import { isTaken, proposeCopy, type Source } from './propose.ts';

const ARRIVED = 'Your first attempt created a copy with other details. Find it in the list.';

export interface CopyDialogProps extends Opened {
	resource: AnyResource;
	/** The ids of the parents. */
	place: Place;
	source: Source | undefined;
	/** 'New from last series'; 'Duplicate Course' by default. */
	title?: string | undefined;
}

type FieldsProps = Pick<CopyDialogProps, 'resource' | 'place'> & { source: Source };

/** Renders the source of the copy and the counts of the items that are copied with it. */
const CopySummary = ({ resource, source }: Pick<FieldsProps, 'resource' | 'source'>) => {
	const impact = useQuery(buildDeletionImpactQuery(resource, { ids: [source.id] }));
	if (impact.isPending) return <Loading height={22} />;
	const counts = listCounts(impact.data ?? {});
	return (
		<Text size="sm" style={{ overflowWrap: 'anywhere' }}>
			From <strong>{source.name}</strong>
			{counts.length > 0 && `, with ${joinParts(counts)} as ${formatDrafts(counts)}`}.
		</Text>
	);
};

const Fields = ({ resource, place, source }: FieldsProps) => {
	const { labels } = resource;
	const siblings = useQuery(listQuery(resource, place as never));
	const names = (siblings.data ?? []).map(({ name }: { name: string }) => name);
	const proposal = proposeCopy(source, names);
	const [typed, setTyped] = useState<{ name?: string; year?: string; series?: string }>({});
	const change =
		(field: keyof typeof typed) =>
		({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
			setTyped((current) => ({ ...current, [field]: value }));
	const year = typed.year ?? String(proposal.year ?? '');
	const series = typed.series ?? proposal.series ?? '';
	const isProposed = typed.year === undefined && typed.series === undefined;
	const requested = {
		year: /^\d{4}$/.test(year) ? Number(year) : proposal.year,
		series: (series || null) as Series | null,
	};
	const name = typed.name ?? (isProposed ? proposal.name : deriveCopy(source, requested).name);
	// The typed name, or the one that would have been proposed.
	const takenName = isTaken(name, names)
		? name
		: typed.name === undefined && isProposed && proposal.instead;
	return (
		<>
			<CopySummary resource={resource} source={source} />
			<TextField
				name="name"
				label={labels.name}
				value={name}
				onChange={change('name')}
				description={takenName && `“${takenName}” already exists.`}
				inputWrapperOrder={['label', 'input', 'description', 'error']}
				descriptionProps={{ 'aria-live': 'polite' }}
				required
			/>
			{source.year !== undefined && (
				<TextField
					name="year"
					label={labels.year}
					value={year}
					onChange={change('year')}
					inputMode="numeric"
					required
				/>
			)}
			{source.series !== undefined && (
				<ChoiceField
					name="series"
					label={labels.series}
					value={series}
					onChange={change('series')}
					options={seriesWords}
					placeholder="No series"
				/>
			)}
			<RadioField
				name="with"
				label="Copy"
				// Papers differ from series to series; the notes of a course mostly do not.
				defaultValue={source.year === undefined ? 'files' : 'structure'}
			>
				<Stack gap="sm" mt={6}>
					<Radio value="structure" label="Structure" description="Names and order only" />
					<Radio value="files" label="With files" description="Names, order, files and links" />
				</Stack>
			</RadioField>
		</>
	);
};

const read = ({ year, series, ...typed }: FormValues) => ({
	...typed,
	...(series !== undefined && { series: series || null }),
	...(year !== undefined && { year: /^\d+$/.test(year.trim()) ? Number(year) : year || null }),
});

/** The created copy. */
interface CopiedItem {
	id: string;
	name?: string;
	version: number;
}

const Body = (props: CopyDialogProps & { source: Source }) => {
	const { resource, place, source, onClose, title = `Duplicate ${resource.label}` } = props;
	const client = useQueryClient();
	const navigate = useNavigate();
	const remove = useRemove(resource, place as never);
	const { history } = useRouter();
	const from = history.location.href;

	/** Copies the item with everything under it; lists show the copy at once. */
	const copy = async (body: CopyRequest, attempt: Attempt) => {
		const path = fillPath(buildItemPath(resource), { ...place, [resource.param]: source.id });
		const made = await sendOnce<CopiedItem>(`${path}/copy`, body, attempt, ARRIVED);
		const item = queryKeys.item(resource, { ...place, [resource.param]: made.id });
		client.setQueryData(item, made);
		setRecentlySaved(made.id);
		// Copied items may be shown or counted on any screen of content.
		const affects = Object.keys(resources) as ResourceKey[];
		void invalidate(client, { ...resource, affects }, item);
		return made;
	};
	/** Moves the copy to the trash, unless someone has changed it, and leaves its page. */
	const undoCopy = async ({ id, name, version }: CopiedItem, to: string) => {
		try {
			await remove.mutateAsync({ id, version });
			if (history.location.pathname.startsWith(to)) history.push(from);
			notify({ good: true, title: 'Not duplicated', message: `“${name}” is in the trash.` });
		} catch (error) {
			notifyFailure(error, 'Could not delete the copy');
		}
	};
	return (
		<FormDialog
			opened={props.opened}
			onClose={onClose}
			title={title}
			schema={copyRequest(resource)}
			read={read}
			send={copy}
			onDone={(made) => {
				onClose();
				const to = buildItemAddress(resource, { ...place, [resource.param]: made.id });
				notify({
					good: true,
					title: 'Duplicated',
					message: `“${made.name}” is a draft.`,
					action: { label: 'Undo', run: () => void undoCopy(made, to) },
				});
				void navigate({ to });
			}}
			submit="Duplicate"
			pending="Duplicating..."
			fallback={`Failed to duplicate ${resource.label.toLowerCase()}`}
		>
			<Fields resource={resource} place={place} source={source} />
		</FormDialog>
	);
};

/** Renders the dialog that copies an item, and opens the copy. */
export const CopyDialog = (props: CopyDialogProps) =>
	props.source ? <Body {...props} source={props.source} /> : null;
