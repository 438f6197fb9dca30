import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CallAt, SentBody } from '#shared/call.ts';
import type { About, DecisionAct } from '#shared/contract/finance/acts.ts';
import type { Decision } from '#shared/contract/finance/decisions.ts';
import { formatCount } from '#shared/grouped.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { type Attempt, answerOnce, createAttempt } from '../../../platform/api/attempt.ts';
import { call, sendCall } from '../../../platform/api/calls.ts';
import { undoOperation } from '../../../platform/api/operations.ts';
import { reloadMoney } from '../../../platform/api/query-keys.ts';
import { useAskBeforeUndo } from '../../../platform/ui/dialog/closed-month.tsx';
import { notify, notifyFailure } from '../../../platform/ui/notifications/notifications.tsx';
import type { Subject } from './subject.ts';

const SEND_AGAIN = 'Check the payment, then send again if it is still right.';
const DECIDED = 'Your first attempt decided this with other details. Check the history first.';

/** Returns the key of the `ETag` of a payment as it is shown, for `If-Match`. */
export const buildTagKey = (id: string) => ['transactions', 'tag', id];

/** A decision to send. Without `about` it is about the subjects. */
export interface ToSend {
	what: DecisionAct;
	about?: readonly About[] | undefined;
	values: object;
	/** The title of the notice afterwards, for one subject. */
	done: string;
}

/**
 * Returns the function that sends a decision about one or several subjects as they were shown, when a form `opened` or now,
 * and offers Undo.
 * Resolves to the ids and reasons of those that could not be decided.
 */
export const useDecide = (subjects: readonly Subject[], opened = false) => {
	const client = useQueryClient();
	const ask = useAskBeforeUndo();
	const [only, ...more] = subjects;
	const id = only?.about.kind === 'payment' && more.length === 0 ? only.about.id : undefined;
	const readTag = () => (id ? client.getQueryData<string>(buildTagKey(id)) : undefined);
	const seen = useRef<string>(undefined);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what was shown when the form opened counts
	useEffect(() => {
		seen.current = opened ? readTag() : undefined;
	}, [opened]);
	const moments = subjects.map(({ at }) => at);

	const offerUndo = (undo: () => Promise<unknown>) => ({
		label: 'Undo',
		run: () =>
			ask(
				moments,
				() =>
					void undo()
						.catch((error: unknown) => notifyFailure(error, 'Could not undo this'))
						.finally(() => reloadMoney(client)),
			),
	});

	const sendOne = async (body: object, done: string, attempt: Attempt) => {
		const tag = seen.current ?? readTag();
		const headers = tag === undefined ? {} : { 'if-match': tag };
		try {
			const made = await answerOnce<Decision>('/decisions', body, attempt, DECIDED, headers);
			if (id && made.etag) client.setQueryData(buildTagKey(id), made.etag);
			const undo = () =>
				call('DELETE /decisions/:id', {
					params: { id: String(made.data.id) },
					body: { reason: 'Undone' },
				});
			const message = only?.name ?? '';
			notify({ good: true, about: 'decision', title: done, message, action: offerUndo(undo) });
			return new Map<string, string>();
		} catch (error) {
			if (!(error instanceof ApiError) || error.code !== 'stale') throw error;
			// The person sees the new state now, so sending again is their decision.
			seen.current = error.etag;
			const { kind, status, code, message } = error;
			throw new ApiError({ kind, status, code, message: `${message} ${SEND_AGAIN}` });
		}
	};

	const sendMany = async (body: SentBody<CallAt<'POST /decisions'>>, attempt: Attempt) => {
		const made = await sendCall('POST /decisions', { body }, attempt, DECIDED);
		const { operation, done, failed, results } = made;
		const refused = new Map(
			results.flatMap(({ ok, id, error }) => (ok ? [] : [[id, error ?? '']])),
		);
		const reasons = [...new Set(refused.values())].join(' ');
		notify({
			good: failed === 0,
			about: 'decision',
			title: `${formatCount(done, 'entry', 'entries')} decided`,
			message: failed > 0 ? `${failed} could not be decided: ${reasons}` : '',
			...(done > 0 && {
				action: offerUndo(() => undoOperation(client, operation, createAttempt())),
			}),
		});
		return refused;
	};

	return async ({ what, about, values, done }: ToSend, attempt: Attempt) => {
		const all = about ?? subjects.map((subject) => subject.about);
		try {
			return all.length === 1
				? await sendOne({ what, about: all[0], ...values }, done, attempt)
				: await sendMany({ what, about: all, ...values }, attempt);
		} finally {
			// A refused decision too: someone else may have been faster.
			reloadMoney(client);
		}
	};
};
