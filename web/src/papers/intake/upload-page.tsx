import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Intake } from '#shared/contract/papers/intake.ts';
import { formatCount } from '#shared/grouped.ts';
import { createAttempt } from '../../platform/api/attempt.ts';
import { finishOperation } from '../../platform/api/operations.ts';
import { ConfirmDialog } from '../../platform/ui/dialog/confirm-dialog.tsx';
import { LeaveGuard } from '../../platform/ui/dialog/leave-guard.tsx';
import { formatDrafts, formatItemCount, joinParts } from '../../platform/ui/format/counted.ts';
import { formatMoment } from '../../platform/ui/format/dates.ts';
import { Loaded } from '../../platform/ui/loading/loaded.tsx';
import { RowMenu } from '../../platform/ui/menu/menu.tsx';
import { notify, notifyFailure } from '../../platform/ui/notifications/notifications.tsx';
import { BackLink } from '../../platform/ui/page/back-link.tsx';
import { Page } from '../../platform/ui/page/page.tsx';
import { useCorrections } from './corrections.ts';
import { Choose, DropZone, useDrop } from './drop-zone.tsx';
import { useNames } from './fields.ts';
import { type Chosen, comparePaths } from './folder.ts';
import { IntakeRows } from './intake-rows.tsx';
import { buildIntakeQuery, deleteIntake, refreshIntakes, saveIntake } from './intakes.ts';
import { Saved } from './saved.tsx';
import { keepUnsent, type Sending, type SendingFiles, type Unsent, useSending } from './sending.ts';

/** Saves the rows that are ready as one operation, after all corrections are sent. */
const useSave = (intake: string) => {
	const client = useQueryClient();
	const attempt = useRef(createAttempt());
	return useMutation({
		scope: { id: `intakes correct ${intake}` },
		mutationFn: async () => {
			const started = await saveIntake(client, intake, attempt.current);
			attempt.current = createAttempt();
			return finishOperation(started);
		},
		onSuccess: ({ done, failed }) => {
			const made = formatItemCount('pastpapers', done);
			notify({
				good: failed === 0,
				title: `${made} saved as ${formatDrafts([made])}`,
				message: failed > 0 ? `${formatItemCount('pastpapers', failed)} could not be saved.` : '',
				about: intake,
			});
		},
		onError: (error) => notifyFailure(error, 'Could not save the papers'),
		onSettled: () => refreshIntakes(client),
	});
};

/** The most names that a note lists. */
const NAMES = 4;

const formatNames = (paths: readonly string[]) => {
	const more = paths.length - NAMES;
	return joinParts(more > 0 ? [...paths.slice(0, NAMES), `${more} more`] : paths);
};

interface UnsentNoteProps {
	sending: SendingFiles;
	files: readonly Sending[];
	missing: readonly Unsent[];
	onChosen: (chosen: readonly Chosen[]) => void;
}

/** Lists the files of an earlier visit that must be chosen again, and those whose upload failed. */
const UnsentNote = ({ sending, files, missing, onChosen }: UnsentNoteProps) => {
	const failed = files.filter(({ step }) => step === 'failed');
	const looks = { mb: 'md', icon: <IconAlertTriangle aria-hidden /> };
	return (
		<>
			{missing.length > 0 && (
				<Alert
					{...looks}
					color="yellow"
					title={`${formatCount(missing.length, 'file')} not uploaded: choose ${missing.length === 1 ? 'it' : 'them'} again`}
				>
					{formatNames(missing.map(({ path }) => path))}
					<Group gap="xs" mt="xs">
						<Choose onChosen={onChosen} more />
						<Button variant="subtle" onClick={sending.forgetMissing}>
							Remove
						</Button>
					</Group>
				</Alert>
			)}
			{failed.length > 0 && (
				<Alert
					{...looks}
					color="red"
					role="alert"
					title={`${formatCount(failed.length, 'file')} could not be uploaded`}
				>
					{formatNames(failed.map(({ path }) => path))}
					<Button variant="default" size="xs" mt="xs" display="block" onClick={sending.retryFailed}>
						Retry
					</Button>
				</Alert>
			)}
		</>
	);
};

const Upload = ({ intake }: { intake: Intake }) => {
	const client = useQueryClient();
	const unsaved = useMemo(
		() => intake.rows.filter(({ paper_id }) => paper_id === null).sort(comparePaths),
		[intake],
	);
	const corrections = useCorrections(intake.id, unsaved);
	const { sending, files, missing } = useSending(intake.id, intake.rows);
	const names = useNames(intake.rows);
	const save = useSave(intake.id);
	const { mutate: saveAgain, isIdle } = save;
	const isInterrupted = intake.state === 'saving' && isIdle;
	// A save of an earlier visit may have been cut off: saving again continues it.
	useEffect(() => {
		if (isInterrupted) saveAgain();
	}, [isInterrupted, saveAgain]);
	const isDropped = useRef(false);
	const drop = () => {
		isDropped.current = true;
	};
	const navigate = useNavigate();
	const [deleting, setDeleting] = useState(false);
	const take = (chosen: readonly Chosen[]) => {
		const known = chosen.length - sending.addFiles(chosen);
		if (known === 0) return;
		const title = `${formatCount(known, 'file')} already in this upload`;
		notify({ good: true, title, message: '', about: 'known files' });
	};
	useDrop(take);
	const { length } = corrections.rows;
	const isUnsaved = () => !isDropped.current && (sending.isUnderWay() || corrections.waiting > 0);
	return (
		<>
			<LeaveGuard input={{ isUnsaved, drop }} title="Leave while files are uploading?">
				You must choose the files again that are not uploaded yet.
			</LeaveGuard>
			<UnsentNote sending={sending} files={files} missing={missing} onChosen={take} />
			<Saved intake={intake} names={names} />
			{length + files.length > 0 ? (
				<IntakeRows
					rows={corrections.rows}
					files={files}
					names={names}
					corrections={corrections}
					saving={save.isPending || intake.state === 'saving'}
					onDrop={sending.remove}
					onSave={() => save.mutate()}
					end={
						<>
							<Choose onChosen={take} more />
							<RowMenu
								label="More actions"
								actions={[
									{
										words: 'Delete this upload',
										icon: IconTrash,
										dangerous: true,
										onClick: () => setDeleting(true),
									},
								]}
							/>
						</>
					}
				/>
			) : (
				<DropZone onChosen={take} />
			)}
			<ConfirmDialog
				opened={deleting}
				title="Delete this upload?"
				submit="Delete upload"
				dangerous
				action={async () => {
					drop();
					await deleteIntake(client, intake.id);
					keepUnsent(intake.id, []);
				}}
				fallback="Could not delete the upload"
				onClose={() => setDeleting(false)}
				onDone={() => void navigate({ to: '/admin/intake' })}
			>
				Started by {intake.by.name}. {formatCount(length, 'row')} not saved yet will be deleted.
				Saved papers stay.
			</ConfirmDialog>
		</>
	);
};

/** Renders one upload: its files as rows of a table, checked and corrected before they are saved as drafts. */
export const UploadPage = ({ intakeId }: { intakeId: string }) => {
	const intake = useQuery(buildIntakeQuery(intakeId));
	const { data } = intake;
	return (
		<Page
			subtitle={data && `Started by ${data.by.name}, ${formatMoment(data.at)}`}
			back={<BackLink to="/admin/intake">All uploads</BackLink>}
		>
			<Loaded query={intake} loading="Loading the upload..." fallback="Could not load the upload">
				{(data) => <Upload key={data.id} intake={data} />}
			</Loaded>
		</Page>
	);
};
