import { Button } from '@mantine/core';
import { memo } from 'react';
import { progressWords } from '../../ui/fields/upload-status.tsx';
import classes from './intake.module.css';
import type { Sending } from './sending.ts';

/** How a file stands that is on its way, in words. */
const words = ({ step, progress, file, words: why }: Sending) => {
	if (why) return [why.message, why.hint].filter(Boolean).join(' ');
	if (progress?.step === 'waiting')
		return progress.cause === 'offline'
			? 'Offline: goes on when the network is back'
			: 'Tries the line again';
	if (step === 'arrived') return 'Arrived';
	return progress ? progressWords(progress, file.size) : 'Waits';
};

interface SendingProps {
	file: Sending;
	onDrop: (key: string) => void;
}

/** How far a file is, and a way to leave it out. */
const State = memo(({ file, onDrop }: SendingProps) => (
	<span className={classes.state} data-step={file.step}>
		{file.step === 'sending' && (
			<progress
				max={file.file.size}
				value={file.progress?.sent ?? 0}
				aria-label={`Uploading ${file.file.name}`}
			/>
		)}
		<span className="tabular">{words(file)}</span>
		<Button
			variant="subtle"
			size="compact-xs"
			aria-label={`Leave out ${file.path}`}
			onClick={() => onDrop(file.key)}
		>
			Leave out
		</Button>
	</span>
));

interface SendingFilesProps {
	files: readonly Sending[];
	onDrop: (key: string) => void;
}

/** Files on their way, as rows of the grid. */
export const SendingRows = ({ files, columns, onDrop }: SendingFilesProps & { columns: number }) =>
	files.length > 0 && (
		<tbody className={classes.sending} aria-label="Files on their way">
			{files.map((file) => (
				<tr key={file.key}>
					<th scope="row" title={file.path}>
						{file.file.name}
					</th>
					<td colSpan={columns}>
						<State file={file} onDrop={onDrop} />
					</td>
				</tr>
			))}
		</tbody>
	);

/** The same as cards. */
export const SendingCards = ({ files, onDrop }: SendingFilesProps) =>
	files.length > 0 && (
		<ul className={classes.cards} aria-label="Files on their way">
			{files.map((file) => (
				<li key={file.key} className={classes.card}>
					<p className={classes.cardName}>{file.file.name}</p>
					<State file={file} onDrop={onDrop} />
				</li>
			))}
		</ul>
	);
