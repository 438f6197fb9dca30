import { Text } from '@mantine/core';
import type { ErrorMessage } from '../api/error-message.ts';

/** As a sentence: the specification's words for failures have no full stop. */
const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A failure in one line of red, where an alert would be too much. */
export const Failure = ({ words, about }: { words: ErrorMessage; about?: string }) => (
	<Text size="sm" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: 'anywhere' }}>
		{about && <strong>{about}: </strong>}
		{ended(words.message)} {words.hint} {words.requestId && `Request id: ${words.requestId}`}
	</Text>
);
