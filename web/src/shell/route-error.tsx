import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconMoodSad, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { errorMessage, UNEXPECTED } from '../api/error-message.ts';
import { Empty } from '../ui/loading/empty.tsx';
import { LinkButton } from '../ui/page/links.tsx';
import { Page } from '../ui/page/page.tsx';
import { isLost, reload, reloadOnce } from './lost-screen.ts';

/** Instead of a screen that has not come: waits for the connection. */
const LostScreen = () => {
	const again = useMutation({ mutationFn: reload });
	useEffect(() => void reloadOnce(), []);
	useWindowEvent('online', () => void reload());
	return (
		<Page title="This screen could not be loaded">
			<Empty
				icon={IconPlugConnectedX}
				title="The connection was lost"
				text="The screen comes by itself once the connection is back. Nothing that was saved is lost."
				action={
					<Button onClick={() => again.mutate()} loading={again.isPending || again.data === true}>
						Try again
					</Button>
				}
			/>
		</Page>
	);
};

/** What a screen shows instead of itself when it broke. */
export const RouteError = ({ error, reset }: ErrorComponentProps) => {
	const router = useRouter();
	const [lost] = useState(isLost);
	if (lost) return <LostScreen />;
	const again = () => {
		reset();
		void router.invalidate();
	};
	return (
		<Page title="Oops! Something went wrong">
			<Empty
				icon={IconMoodSad}
				title={errorMessage(error, (error instanceof Error && error.message) || UNEXPECTED).message}
				text="Nothing that was saved is lost."
				action={
					<>
						<LinkButton to="/admin">Return to Dashboard</LinkButton>
						<Button variant="default" onClick={again}>
							Try again
						</Button>
					</>
				}
			/>
		</Page>
	);
};
