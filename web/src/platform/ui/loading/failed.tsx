import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeError, type ErrorMessage } from '../../api/error-message.ts';

interface FailedProps {
	error: unknown;
	/** The error catalogue's text for this screen, for a server error or a lost connection. */
	fallback: string;
	/** The error catalogue's heading, if any: 'Error loading subjects'. */
	heading?: string | undefined;
	retry?: (() => void) | undefined;
	retrying?: boolean;
	action?: ReactNode;
}

/** Renders an error as a red alert: heading, message, advice, and the request id for support. */
export const Failed = ({ error, fallback, heading, retry, retrying, action }: FailedProps) => {
	const { message, hint, requestId } = describeError(error, fallback);
	return (
		<Alert
			color="red"
			maw={720}
			bd="1px solid var(--ufundi-failed-line)"
			classNames={{ message: 'optional' }}
			title={heading ?? message}
			icon={<IconAlertTriangle aria-hidden />}
			role="alert"
		>
			{heading && <Text size="sm">{message}</Text>}
			{hint && <Text size="sm">{hint}</Text>}
			{requestId && (
				<Text size="xs" c="dimmed" mt={4}>
					Request id: <code>{requestId}</code>
				</Text>
			)}
			{retry && (
				<Button variant="default" size="xs" mt="sm" onClick={retry} loading={retrying ?? false}>
					Retry
				</Button>
			)}
			{action && <div style={{ marginTop: 12 }}>{action}</div>}
		</Alert>
	);
};

/** Adds a full stop where the specification's error text has none. */
const endSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Renders an error as one line of red text, where an alert would be too much. */
export const Failure = ({ words, about }: { words: ErrorMessage; about?: string }) => (
	<Text size="sm" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: 'anywhere' }}>
		{about && <strong>{about}: </strong>}
		{endSentence(words.message)} {words.hint}{' '}
		{words.requestId && (
			<Text span size="xs" c="dimmed">
				Request id: {words.requestId}
			</Text>
		)}
	</Text>
);
