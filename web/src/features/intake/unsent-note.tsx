import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { numberOf } from '#shared/grouped.ts';
import { joined } from '../../ui/counted.ts';
import { Choose } from './drop-zone.tsx';
import type { Chosen } from './folder.ts';
import type { Sending, SendingFiles } from './sending.ts';
import type { Unsent } from './unsent.ts';

/** The most names that a note lists. */
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

/** Lists the files of an earlier visit that must be chosen again, and those whose upload failed. */
export const UnsentNote = ({ sending, files, missing, onChosen }: UnsentNoteProps) => {
	const failed = files.filter(({ step }) => step === 'failed');
	const looks = { mb: 'md', icon: <IconAlertTriangle aria-hidden /> };
	return (
		<>
			{missing.length > 0 && (
				<Alert
					{...looks}
					color="yellow"
					title={`${numberOf(missing.length, 'file')} not uploaded: choose ${missing.length === 1 ? 'it' : 'them'} again`}
				>
					{named(missing.map(({ path }) => path))}
					<Group gap="xs" mt="xs">
						<Choose onChosen={onChosen} more />
						<Button variant="subtle" onClick={sending.forgetMissing}>
							Remove
						</Button>
					</Group>
				</Alert>
			)}
			{failed.length > 0 && (
				<Alert
					{...looks}
					color="red"
					role="alert"
					title={`${numberOf(failed.length, 'file')} could not be uploaded`}
				>
					{named(failed.map(({ path }) => path))}
					<Button variant="default" size="xs" mt="xs" display="block" onClick={sending.retryFailed}>
						Retry
					</Button>
				</Alert>
			)}
		</>
	);
};
