import { useEffect, useRef, useState } from 'react';
import { UPLOAD_MAX_BYTES, type UploadedFile } from '#shared/contract/content/files.ts';
import { ApiError } from '../api-error.ts';
import { describeError, type ErrorMessage } from '../error-message.ts';
import { type Upload, UploadCancelled, type UploadProgress, upload } from './upload.ts';

type UploadState =
	| { step: 'idle' }
	| { step: 'sending'; name: string; size: number; progress: UploadProgress }
	/** `again` is the file, if a retry may succeed. */
	| { step: 'failed'; name: string; words: ErrorMessage; again?: File };

const formatExtensions = (extensions: readonly string[]) => {
	const dotted = extensions.map((extension) => `.${extension}`);
	return `${dotted.slice(0, -1).join(', ')} or ${dotted.at(-1)}`;
};

/**
 * Returns whether uploading the same file again may succeed. A refusal of the file itself would repeat; 413 is
 * temporary, because the client refuses files that are too large, so the server has too much in progress.
 */
export const canRetry = (error: unknown) =>
	!(error instanceof ApiError && error.kind === 'refused') ||
	[401, 413, 429].includes(error.status ?? 0);

/** Returns why a file is refused before it is sent, or undefined. */
export const findRefusal = (file: File, extensions: readonly string[]): string | undefined => {
	const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
	if (!extensions.includes(ending)) {
		return `This type of file is not accepted. Choose a ${formatExtensions(extensions)} file.`;
	}
	if (file.size === 0) return 'This file is empty.';
	if (file.size > UPLOAD_MAX_BYTES) {
		return `This file is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB, the most that can be uploaded.`;
	}
	return undefined;
};

/**
 * Uploads one file at a time, with progress, Cancel and the error. `start` resolves to the stored file, or to null if
 * the upload failed or was cancelled.
 */
export const useUpload = (extensions: readonly string[]) => {
	const [state, setState] = useState<UploadState>({ step: 'idle' });
	const running = useRef<Upload>(undefined);
	useEffect(() => () => running.current?.cancel('keep-chunks'), []);

	const start = async (file: File): Promise<UploadedFile | null> => {
		const { name, size } = file;
		const message = findRefusal(file, extensions);
		if (message !== undefined) {
			setState({ step: 'failed', name, words: { message } });
			return null;
		}
		running.current?.cancel();
		const report = (progress: UploadProgress) => {
			if (running.current === current) setState({ step: 'sending', name, size, progress });
		};
		const current = upload(file, report);
		running.current = current;
		report({ step: 'sending', sent: 0 });
		try {
			const uploaded = await current.done;
			setState({ step: 'idle' });
			return uploaded;
		} catch (error) {
			if (error instanceof UploadCancelled) {
				if (running.current === current) setState({ step: 'idle' });
			} else
				setState({
					step: 'failed',
					name,
					words: describeError(error, 'Could not upload the file'),
					...(canRetry(error) && { again: file }),
				});
			return null;
		}
	};
	return {
		state,
		start,
		cancel: () => running.current?.cancel(),
		tryNow: () => running.current?.tryNow(),
	};
};
