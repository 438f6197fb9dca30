import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Intake } from '#shared/contract/intake.ts';
import { newAttempt } from '../../api/attempt.ts';
import { forgetIntake, intakeQuery, refreshIntakes, saveIntake } from '../../api/intakes.ts';
import { finishOperation } from '../../api/operations.ts';
import { counted, countedOf } from '../../ui/counted.ts';
import { DAY, inEastAfrica, TIME } from '../../ui/dates/dates.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { Loaded } from '../../ui/loading/loaded.tsx';
import { RowMenu } from '../../ui/menu/menu.tsx';
import { notify, notifyFailure } from '../../ui/notifications/notifications.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TableSkeleton } from '../../ui/table/table-skeleton.tsx';
import { BatchRows } from './batch-rows.tsx';
import { useCorrections } from './corrections.ts';
import { Choose, DropZone, useDrop } from './drop-zone.tsx';
import { byPath, type Chosen } from './folder.ts';
import { useRemoval } from './removal.ts';
import { Saved } from './saved.tsx';
import { keepUnsent } from './unsent.ts';
import { UnsentNote } from './unsent-note.tsx';
import { useNames } from './use-names.ts';
import { useSending } from './use-sending.ts';

/** Saves what is ready as one operation, once all corrections have arrived, and follows it to its end. */
const useSave = (intake: string) => {
	const client = useQueryClient();
	const attempt = useRef(newAttempt());
	return useMutation({
		scope: { id: `intakes correct ${intake}` },
		mutationFn: async () => {
			const started = await saveIntake(client, intake, attempt.current);
			attempt.current = newAttempt();
			return finishOperation(started);
		},
		onSuccess: ({ done, failed }) =>
			notify({
				good: failed === 0,
				title: `${countedOf('pastpapers', done)} saved as drafts`,
				message: failed > 0 ? `${countedOf('pastpapers', failed)} could not be saved.` : '',
				about: intake,
			}),
		onError: (error) => notifyFailure(error, 'The batch could not be saved'),
		onSettled: () => refreshIntakes(client),
	});
};

/** What is known of a batch, corrected as a person has, and what can be done with it. */
const Batch = ({ intake }: { intake: Intake }) => {
	const client = useQueryClient();
	const unsaved = useMemo(
		() => intake.rows.filter(({ paper_id }) => paper_id === null).sort(byPath),
		[intake],
	);
	const corrections = useCorrections(intake.id, unsaved);
	const { sending, files, missing } = useSending(intake.id, intake.rows);
	const names = useNames(intake.rows);
	const remove = useRemoval(intake.id, corrections);
	const save = useSave(intake.id);
	const { mutate: saveAgain, isIdle } = save;
	const isInterrupted = intake.state === 'saving' && isIdle;
	// A save that another page or an earlier visit began may have been cut off: saving again continues it.
	useEffect(() => {
		if (isInterrupted) saveAgain();
	}, [isInterrupted, saveAgain]);
	const dropped = useRef(false);
	const navigate = useNavigate();
	const [forgetting, setForgetting] = useState(false);
	const undo = {
		words: 'Undo the last correction',
		icon: IconArrowBackUp,
		onClick: () => void corrections.undo(),
	};
	const forget = {
		words: 'Forget this batch',
		icon: IconTrash,
		dangerous: true,
		onClick: () => setForgetting(true),
	};
	const take = (chosen: readonly Chosen[]) => {
		const added = sending.take(chosen);
		const known = chosen.length - added;
		if (known > 0)
			notify({
				good: true,
				title: `${known} of these ${known === 1 ? 'is' : 'are'} in the batch already`,
				message: '',
				about: 'again',
			});
	};
	useDrop(take);
	const begun = corrections.rows.length + files.length > 0;
	return (
		<>
			<LeaveGuard
				form={{
					unsaved: () => !dropped.current && (sending.isUnderWay() || corrections.waiting > 0),
					drop: () => {
						dropped.current = true;
					},
				}}
				title="Leave while files are on their way?"
			>
				What has not arrived yet has to be chosen again. What is in the batch stays there.
			</LeaveGuard>
			<UnsentNote sending={sending} files={files} missing={missing} onChosen={take} />
			<Saved intake={intake} names={names} />
			{begun ? (
				<BatchRows
					rows={corrections.rows}
					files={files}
					names={names}
					corrections={corrections}
					reading={intake.reading}
					saving={save.isPending || intake.state === 'saving'}
					onDrop={sending.drop}
					onRemove={(ids) => void remove(ids)}
					onSave={() => save.mutate()}
					end={
						<>
							<Choose onChosen={take} more />
							<RowMenu
								label="More for the batch"
								actions={[...(corrections.undoable ? [undo] : []), forget]}
							/>
						</>
					}
				/>
			) : (
				<DropZone onChosen={take} />
			)}
			<ConfirmDialog
				opened={forgetting}
				title="Forget this batch?"
				submit="Forget it"
				dangerous
				action={async () => {
					dropped.current = true;
					await forgetIntake(client, intake.id);
					keepUnsent(intake.id, []);
				}}
				fallback="The batch could not be forgotten"
				onClose={() => setForgetting(false)}
				onDone={() => void navigate({ to: '/admin/intake' })}
			>
				{counted(corrections.rows.length, 'row')[0] ?? 'It'} that{' '}
				{corrections.rows.length === 1 ? 'is' : 'are'} not saved will be gone, with the corrections.
				What was saved stays.
			</ConfirmDialog>
		</>
	);
};

const FALLBACK = 'The batch could not be loaded';

/** One batch: its files as rows, corrected as in a spreadsheet until they are saved as drafts. */
export const BatchPage = ({ intakeId }: { intakeId: string }) => {
	const intake = useQuery(intakeQuery(intakeId));
	const { data } = intake;
	return (
		<Page
			title="Intake"
			subtitle={data && `Begun by ${data.by.name}, ${inEastAfrica(data.at, `${DAY} ${TIME}`)}`}
			back={<BackLink to="/admin/intake">All batches</BackLink>}
		>
			<Loaded
				query={intake}
				loading="Loading the batch..."
				fallback={FALLBACK}
				skeleton={<TableSkeleton rows={8} />}
			>
				{(found) => <Batch key={found.id} intake={found} />}
			</Loaded>
		</Page>
	);
};
