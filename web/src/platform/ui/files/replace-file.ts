import { describeError } from '../../api/error-message.ts';
import { UploadCancelled, upload } from '../../api/upload/upload.ts';
import { canRetry, findRefusal } from '../../api/upload/use-upload.ts';
import { notify } from '../notifications/notifications.tsx';
import type { FileSlot } from './choose-file.ts';
import { formatFileSize } from './file-words.ts';

/**
 * Uploads a file and links it to an item. Notices offer Cancel while it is sent, Undo when it is linked, and Retry after
 * a lost connection.
 */
export const replaceFile = async (
	item: { id: string; name: string },
	slot: FileSlot,
	file: File,
	save: (change: object) => void,
) => {
	const { field, extensions } = slot;
	const about = item.id;
	const title = `“${file.name}”`;
	const before = (item as Readonly<Record<string, unknown>>)[field] ?? null;
	const message = findRefusal(file, extensions);
	if (message !== undefined) return notify({ about, title: `${title} not uploaded`, message });
	const sending = upload(file, () => {});
	notify({
		good: true,
		stays: true,
		about,
		title: `Uploading ${title}`,
		message: formatFileSize(file.size),
		action: { label: 'Cancel', run: () => sending.cancel() },
	});
	try {
		const { url } = await sending.done;
		save({ [field]: url });
		notify({
			good: true,
			about,
			title: `${before ? 'Replaced' : 'Added'} the file of “${item.name}”`,
			message: '',
			action: { label: 'Undo', run: () => save({ [field]: before }) },
		});
	} catch (error) {
		if (error instanceof UploadCancelled) return;
		const words = describeError(error, 'Could not upload the file');
		notify({
			about,
			title: `${title} not uploaded`,
			message: [words.message, words.hint].filter(Boolean).join(' '),
			...(canRetry(error) && {
				action: { label: 'Retry', run: () => void replaceFile(item, slot, file, save) },
			}),
		});
	}
};
