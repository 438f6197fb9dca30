import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { counted, joined } from '../../ui/counted.ts';
import { Choose } from './drop-zone.tsx';
import type { Chosen } from './folder.ts';
import classes from './intake.module.css';
import type { Sending, SendingFiles } from './sending.ts';
import type { Unsent } from './unsent.ts';

/** As many names as are read at a glance. */
const NAMES = 4;

const named = (paths: readonly string[]) => {
	const more = paths.length - NAMES;
	return joined(more > 0 ? [...paths.slice(0, NAMES), `${more} more`] : paths);
};

interface UnsentNoteProps {
	sending: SendingFiles;
	files: readonly Sending[];
	missing: readonly Unsent[];
	onChosen: (chosen: readonly Chosen[]) => void;
}

/** Which files are not in the batch: those of an earlier visit are to be chosen again, others failed. */
export const UnsentNote = ({ sending, files, missing, onChosen }: UnsentNoteProps) => {
	const failed = files.filter(({ step }) => step === 'failed');
	const [is, were] = missing.length === 1 ? ['it', 'was'] : ['them', 'were'];
	return (
		<>
			{missing.length > 0 && (
				<Alert
					color="yellow"
					className={classes.note}
					icon={<IconAlertTriangle aria-hidden />}
					title={`${counted(missing.length, 'file')[0]} ${were} not sent: choose ${is} again`}
				>
					<p>{named(missing.map(({ path }) => path))}</p>
					<div className={classes.choose}>
						<Choose onChosen={onChosen} more />
						<Button variant="subtle" onClick={sending.forgetMissing}>
							Do without {is}
						</Button>
					</div>
				</Alert>
			)}
			{failed.length > 0 && (
				<Alert
					color="red"
					className={classes.note}
					icon={<IconAlertTriangle aria-hidden />}
					title={`${counted(failed.length, 'file')[0]} could not be sent`}
					role="alert"
				>
					<p>{named(failed.map(({ path }) => path))}</p>
					<Button variant="default" size="xs" onClick={sending.again}>
						Try again
					</Button>
				</Alert>
			)}
		</>
	);
};
