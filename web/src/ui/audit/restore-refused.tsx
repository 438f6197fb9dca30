import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { fieldsOf, staleOf } from '../../api/api-error.ts';
import { Failed } from '../loading/failed.tsx';

interface RestoreRefusedProps {
	failure: Error | undefined;
	/** The fields that stand below, each with its own message. */
	known: readonly string[];
	/** Restores the fields that nothing was said against. */
	onTheRest: () => void;
}

/** Why a version was not restored, and what can be done about it. */
export const RestoreRefused = ({ failure, known, onTheRest }: RestoreRefusedProps) => {
	if (!failure) return null;
	const shared = { mb: 'md', role: 'alert', icon: <IconAlertTriangle aria-hidden /> };
	if (staleOf(failure))
		return (
			<Alert {...shared} color="yellow" title="Somebody has changed this in the meantime">
				<Text size="sm">
					Nothing was restored. What they saved is the newest version below: look at it, then
					restore again if you still want to.
				</Text>
			</Alert>
		);
	const refused = Object.keys(fieldsOf(failure));
	if (refused.length === 0 || !refused.every((field) => known.includes(field)))
		return (
			<div style={{ marginBottom: 16 }}>
				<Failed error={failure} fallback="The version could not be restored" />
			</div>
		);
	return (
		<Alert {...shared} color="red" title="This version can no longer be restored as it was">
			<Text size="sm">Nothing was changed. What stands against it is said at its field.</Text>
			<Button variant="default" size="xs" mt="sm" onClick={onTheRest}>
				Restore the other fields
			</Button>
		</Alert>
	);
};
