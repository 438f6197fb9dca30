import { Button, Group, Progress, Text } from '@mantine/core';
import type { RefObject } from 'react';
import type { WaitCause } from '../../api/upload/retry.ts';
import type { UploadProgress } from '../../api/upload/upload.ts';
import { formatFileSize } from '../files/file-words.ts';

interface UploadStatusProps {
	name: string;
	size: number;
	progress: UploadProgress;
	/** Ref of the button that takes the focus when the pressed one is removed. */
	focus: RefObject<HTMLButtonElement | null>;
	onTry: () => void;
	onCancel: () => void;
}

const waitWords: Readonly<Record<WaitCause, string>> = {
	offline: 'You are offline. The upload continues when you are back online.',
	lost: 'The connection was lost. Retrying automatically.',
	server: 'The server failed. Retrying automatically.',
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Formats the remaining time: 'about 4 min left'. */
export const formatTimeLeft = (seconds: number): string => {
	if (seconds < MINUTE_S) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} s left`;
	if (seconds < HOUR_S) return `about ${Math.round(seconds / MINUTE_S)} min left`;
	return `about ${(seconds / HOUR_S).toFixed(1)} h left`;
};

/** Formats upload progress: '12 MB of 50 MB · about 4 min left'. */
export const formatProgress = ({ step, sent, secondsLeft }: UploadProgress, size: number) => {
	if (step === 'reading') return 'Reading the file…';
	const done = `${formatFileSize(sent)} of ${formatFileSize(size)}`;
	return step === 'waiting' || secondsLeft === undefined || sent >= size
		? done
		: `${done} · ${formatTimeLeft(secondsLeft)}`;
};

/** Renders the progress of an upload: the part sent, the time left, and why it waits. */
export const UploadStatus = (props: UploadStatusProps) => {
	const { name, size, progress, focus, onTry, onCancel } = props;
	const waits = progress.step === 'waiting';
	return (
		<Group gap="6px 12px">
			<Text size="sm" flex="1 0 100%" style={{ overflowWrap: 'anywhere' }}>
				{name}
			</Text>
			<Progress
				value={(progress.sent / size) * 100}
				aria-label={`Uploading ${name}`}
				flex="1 1 100%"
			/>
			<Text size="sm" c="dimmed" flex="1 0 100%" className="tabular">
				{formatProgress(progress, size)}
			</Text>
			<Text size="sm" role="status">
				{waits && waitWords[progress.cause ?? 'lost']}
			</Text>
			{waits && (
				<Button variant="default" size="xs" onClick={onTry}>
					Try now
				</Button>
			)}
			<Button ref={focus} variant="default" size="xs" onClick={onCancel}>
				Cancel upload
			</Button>
		</Group>
	);
};
