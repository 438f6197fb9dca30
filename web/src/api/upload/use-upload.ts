import { useEffect, useRef, useState } from 'react';
import { UPLOAD_MAX_BYTES } from '#shared/contract/file-types.ts';
import type { UploadedFile } from '#shared/contract/files.ts';
import { ApiError } from '../api-error.ts';
import { type ErrorMessage, errorMessage } from '../error-message.ts';
import { type Upload, UploadCancelled, type UploadProgress, upload } from './upload.ts';

type UploadState =
	| { step: 'idle' }
	| { step: 'sending'; name: string; size: number; progress: UploadProgress }
	/** `again` is the file, where sending it once more may help. */
	| { step: 'failed'; name: string; words: ErrorMessage; again?: File };

const listed = (extensions: readonly string[]) => {
	const dotted = extensions.map((extension) => `.${extension}`);
	return `${dotted.slice(0, -1).join(', ')} or ${dotted.at(-1)}`;
};

/**
 * Whether the same file may be taken another time: what was refused for itself is refused again. One that is too large
 * is not even sent: 413 says that too much else is on its way.
 */
export const mayHelp = (error: unknown) =>
	!(error instanceof ApiError && error.kind === 'refused') ||
	[401, 413, 429].includes(error.status ?? 0);

/** Why a file need not even be sent, or undefined when it may be. */
export const refusal = (file: File, extensions: readonly string[]): string | undefined => {
	const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
	if (!extensions.includes(ending)) {
		return `This type of file is not accepted. Choose a ${listed(extensions)} file.`;
	}
	if (file.size === 0) return 'This file is empty.';
	if (file.size > UPLOAD_MAX_BYTES) {
		return `This file is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB, the most that can be uploaded.`;
	}
	return undefined;
};

/**
 * Sends one file at a time, with progress, a way to cancel and the reason when it fails.
 * `start` answers what the server made of the file, or null when it failed or was cancelled.
 */
export const useUpload = (extensions: readonly string[]) => {
	const [state, setState] = useState<UploadState>({ step: 'idle' });
	const running = useRef<Upload>(undefined);
	useEffect(() => () => running.current?.cancel('keep-chunks'), []);

	const start = async (file: File): Promise<UploadedFile | null> => {
		const { name, size } = file;
		const message = refusal(file, extensions);
		if (message !== undefined) {
			setState({ step: 'failed', name, words: { message } });
			return null;
		}
		running.current?.cancel();
		const tell = (progress: UploadProgress) => {
			if (running.current === current) setState({ step: 'sending', name, size, progress });
		};
		const current = upload(file, tell);
		running.current = current;
		tell({ step: 'sending', sent: 0 });
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
					words: errorMessage(error, 'Could not upload the file'),
					...(mayHelp(error) && { again: file }),
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
