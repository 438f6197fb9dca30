import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { IntakeRow } from '#shared/contract/intake.ts';
import { addRows } from '../../api/intakes.ts';
import { createSending, type SendingFiles } from './sending.ts';

/** Running uploads by intake: the first files are chosen before the page of the intake is shown. */
const uploaders = new Map<string, SendingFiles>();

/** Returns the uploader of an intake. */
export const sendingInto = (client: QueryClient, intake: string) => {
	const existing = uploaders.get(intake);
	if (existing) return existing;
	const created = createSending(intake, (file, attempt) =>
		addRows(client, intake, [file], attempt),
	);
	uploaders.set(intake, created);
	return created;
};

/** Returns the files that are being uploaded to an intake. Uploads end when its page is left. */
export const useSending = (intake: string, rows: readonly IntakeRow[]) => {
	const client = useQueryClient();
	const [sending] = useState(() => sendingInto(client, intake));
	const files = useSyncExternalStore(sending.subscribe, sending.now);
	const missing = useSyncExternalStore(sending.subscribe, sending.missing);
	useEffect(
		() => sending.setRows(rows.map(({ path, file: { size } }) => ({ path, size }))),
		[sending, rows],
	);
	useEffect(
		() => () => {
			sending.end();
			uploaders.delete(intake);
		},
		[sending, intake],
	);
	return { sending, files, missing };
};
