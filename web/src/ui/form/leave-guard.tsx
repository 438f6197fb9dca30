import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Modal } from '../modal.tsx';
import type { Entry, Values } from './entry.ts';

/** Asks before a page is left whose form holds something that is not saved. */
export const LeaveGuard = <V extends Values>({ entry }: { entry: Entry<V> }) => {
	const { status, proceed, reset } = useBlocker({
		shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && entry.unsaved(),
		enableBeforeUnload: entry.unsaved,
		withResolver: true,
	});
	return (
		<Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
			<Text size="sm">What you changed on this page is not saved yet.</Text>
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={() => reset?.()} data-autofocus>
					Stay
				</Button>
				<Button color="red" onClick={() => proceed?.()}>
					Leave
				</Button>
			</Group>
		</Modal>
	);
};
