import { describeError } from '../../api/error-message.ts';
import { notify } from '../notifications/notifications.tsx';
import { formatFileSize } from './file-words.ts';

/** The file of a kind of content: the field that has its link, and the types that it may have. */
export interface FileSlot {
	field: string;
	extensions: readonly string[];
}

/** Opens the file chooser of the browser. */
export const chooseFile = ({ extensions }: FileSlot, take: (file: File) => void) => {
	const input = document.createElement('input');
	input.type = 'file';
	input.accept = extensions.map((extension) => `.${extension}`).join(',');
	input.onchange = () => input.files?.[0] && take(input.files[0]);
	input.click();
};

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
	// Loaded here, so that lists do not load it.
	const { canRetry, findRefusal } = await import('../../api/upload/use-upload.ts');
	const { upload, UploadCancelled } = await import('../../api/upload/upload.ts');
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
